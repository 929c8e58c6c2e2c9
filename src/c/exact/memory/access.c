#include "c/exact/memory/access.h"

#include "base/check.h"
#include "c/compile/function.h"
#include "c/compile/handle_use.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/bytes.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/handle.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/split.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/values.h"

static void read_done(Lowering *L, const Place *place)
{
    CHECK(place->kind != PLACE_CONSTANT || !place->is_shared);
    if (place->is_shared) {
        L->cursor.has_read = true;
        L->cursor.read_pos = L->pos;
    }
}

static bool is_forwarded(Lowering *L, LLVMValueRef pointer)
{
    const AllocaInfo *a = LLVMIsAAllocaInst(pointer) ? function_alloca(L->frame->info, pointer) : NULL;
    return a && !alloca_is_ignored(L->frame, a) &&
           (a->is_forwarded || (a->is_parameter && forward_is_bound(L, pointer)));
}

/* A parameter that is the same constant in each run of this call is read as that. The variable has the value, too. */
static void bind_parameter(Lowering *L, LLVMValueRef pointer, const Val *v)
{
    const AllocaInfo *a = LLVMIsAAllocaInst(pointer) ? function_alloca(L->frame->info, pointer) : NULL;
    bool is_constant = v->kind == VAL_TERM && term_is_const(L->tm, v->terms[0]);
    if (a && a->is_parameter && !a->is_forwarded && is_constant) forward_bind(L, pointer, *v);
}

bool operand_settled(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer, Val *address)
{
    *address = operand_val(L, pointer);
    if (address_settle(L, address)) return true;
    operands_retire(L, instruction);
    return false;
}

/* ---- structs of two scalars, as they are passed by value ---- */

/* The places of both at the address of the pair, as one access. False: control does not go on. */
static bool pair_places(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer, LLVMTypeRef type, bool is_write,
                        Place places[2])
{
    if (LLVMCountStructElementTypes(type) != 2 || operand_is_split(L, pointer))
        lower_refuse(L, "a struct passed by value in this way is not supported; pass its members");
    for (bool again = true; again;) {
        Val address;
        if (!operand_settled(L, instruction, pointer, &address)) return false;
        for (unsigned k = 0; k < 2; k++) {
            Val member = address;
            member.offset += (int64_t)LLVMOffsetOfElement(L->layout, type, k);
            places[k] = place_find(L, &member, LLVMStructGetTypeAtIndex(type, k), is_write);
        }
        again = access_begin(L, places[0].is_shared || places[1].is_shared);
    }
    CHECK(places[0].kind != PLACE_CELL || places[1].kind != PLACE_CELL || places[0].cell != places[1].cell ||
          L->cells.data[places[0].cell].kind == CELL_ARRAY);
    origin_access(L, instruction, places[0].is_shared || places[1].is_shared);
    place_enter(L, &places[0]);
    place_enter(L, &places[1]);
    return L->cursor.is_reachable;
}

static void load_pair(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    Place places[2];
    if (!pair_places(L, instruction, pointer, type, false, places)) return;
    Val pair = {.kind = VAL_PAIR, .count = 2};
    for (unsigned k = 0; k < 2; k++) {
        Val v = place_read(L, &places[k]);
        Sort sort = type_sort(L, LLVMStructGetTypeAtIndex(type, k));
        if (v.kind == VAL_NONE) v = val_term(fresh_input(L, sort, "undefined"));
        if (v.kind != VAL_TERM) v = address_val(L, &v);
        CHECK(v.count == 1 && sort_same(term_sort(L->tm, v.terms[0]), sort));
        pair.terms[k] = v.terms[0];
        *(k == 0 ? &pair.targets : &pair.second) = v.targets;
        read_done(L, &places[k]);
    }
    operands_retire(L, instruction);
    value_bind(L, L->frame, instruction, pair);
}

static void store_pair(Lowering *L, LLVMValueRef instruction, LLVMValueRef value, LLVMValueRef pointer)
{
    Place places[2];
    if (!pair_places(L, instruction, pointer, LLVMTypeOf(value), true, places)) return;
    Val pair = operand_val(L, value);
    CHECK(pair.kind == VAL_NONE || pair.kind == VAL_PAIR);
    operands_retire(L, instruction);
    Step step = {0};
    for (unsigned k = 0; k < 2 && pair.kind != VAL_NONE; k++) {
        Val v = pair_element(&pair, k);
        place_assign(L, &places[k], &v, &step);
    }
    step_emit(L, &step);
}

static bool is_struct(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMStructTypeKind; }

/* A load whose value nobody needs is an access all the same. False: control does not go on. */
static bool enter_unused(Lowering *L, LLVMValueRef instruction, LLVMValueRef pointer, Val *address)
{
    if (address->kind != VAL_POINTER) return true;
    if (access_begin(L, L->objects.data[address->object].is_shared) &&
        !operand_settled(L, instruction, pointer, address))
        return false;
    bounds_require_access(L, address, LLVMStoreSizeOfType(L->layout, LLVMTypeOf(instruction)));
    if (L->cursor.is_reachable) return true;
    operands_retire(L, instruction);
    return false;
}

void lower_load(Lowering *L, LLVMValueRef instruction)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    if (is_forwarded(L, pointer)) {
        value_bind(L, L->frame, instruction, forward_use(L, pointer));
        return;
    }
    if (is_struct(type)) {
        load_pair(L, instruction, pointer);
        return;
    }
    if (operand_is_split(L, pointer)) {
        L->at_handle = LLVMGetFirstUse(instruction) && is_load_for_join(instruction);
        lower_load_split(L, instruction);
        L->at_handle = false;
        return;
    }
    Val address;
    if (!operand_settled(L, instruction, pointer, &address)) return;
    if (!LLVMGetFirstUse(instruction) || handle_is_only_joined(L, instruction, &address)) {
        if (deref_is_asked(L) && !enter_unused(L, instruction, pointer, &address)) return;
        origin_access(L, instruction, false);
        operands_retire(L, instruction);
        value_bind(L, L->frame, instruction, address); /* for the join */
        return;
    }
    Place place = place_find(L, &address, type, false);
    if (access_begin(L, place.is_shared)) {
        if (!operand_settled(L, instruction, pointer, &address)) return;
        place = place_find(L, &address, type, false);
    }
    CHECK(!place.is_shared || !accesses_split(L) || reads_are_saved(L));
    place_enter(L, &place);
    Val value = place_read(L, &place);
    CHECK(val_fits(L, &value, type));
    origin_access(L, instruction, place.is_shared);
    read_done(L, &place);
    operands_retire(L, instruction);
    value_bind(L, L->frame, instruction, value);
}

void lower_store(Lowering *L, LLVMValueRef instruction)
{
    LLVMValueRef value = LLVMGetOperand(instruction, 0), pointer = LLVMGetOperand(instruction, 1);
    if (is_forwarded(L, pointer)) {
        Val v = operand_val(L, value);
        operands_retire(L, instruction);
        forward_bind(L, pointer, v);
        return;
    }
    if (is_struct(LLVMTypeOf(value))) {
        store_pair(L, instruction, value, pointer);
        return;
    }
    if (operand_is_split(L, pointer)) {
        lower_store_split(L, instruction);
        return;
    }
    LLVMTypeRef type = LLVMTypeOf(value);
    Val address;
    if (!operand_settled(L, instruction, pointer, &address)) return;
    if (is_byte_store(L, instruction, &address)) {
        bool is_shared = L->objects.data[address.object].is_shared;
        if (access_begin(L, is_shared) && !operand_settled(L, instruction, pointer, &address)) return;
        lower_byte_store(L, instruction, &address);
        return;
    }
    Place place = place_find(L, &address, type, true);
    if (place.kind == PLACE_IGNORED) { /* the value is no use: value_bind */
        place_enter(L, &place);
        origin_access(L, instruction, false);
        statement_end(L);
        return;
    }
    bool is_pending = accesses_split(L) && place.is_shared && reads_are_pending(L);
    if (is_pending) {
        reads_flush(L);
        if (!operand_settled(L, instruction, pointer, &address)) return;
        place = place_find(L, &address, type, true);
    }
    Val v = operand_val(L, value);
    operands_retire(L, instruction);
    CHECK(!place.is_shared || !accesses_split(L) || reads_are_saved(L)); /* the value has been computed before */
    origin_access(L, instruction, place.is_shared);
    bind_parameter(L, pointer, &v);
    place_write(L, &place, &v);
}
