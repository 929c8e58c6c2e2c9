#include "c/exact/memory/bytes.h"

#include "base/check.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/memory/walk.h"
#include "c/exact/model/bound.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

/* ---- which stores ---- */

/* Whether the indices of an address lead along the type to a byte: then it is a place as any other. */
static bool follows_type(Lowering *L, const Val *address)
{
    const Object *o = &L->objects.data[address->object];
    LLVMTypeRef type = o->type;
    int64_t rest = address->offset;
    uint32_t left = address->count;
    while (type_is_aggregate(type)) {
        if (rest < 0 || type_is_mutex(type)) return false;
        if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            if ((uint64_t)rest >= LLVMABISizeOfType(L->layout, type)) return false;
            unsigned k = LLVMElementAtOffset(L->layout, type, (unsigned long long)rest);
            rest -= (int64_t)LLVMOffsetOfElement(L->layout, type, k);
            type = LLVMStructGetTypeAtIndex(type, k);
            continue;
        }
        uint64_t above = LLVMABISizeOfType(L->layout, type);
        type = LLVMGetElementType(type);
        uint64_t size = LLVMABISizeOfType(L->layout, type);
        if (size == 0) return false;
        for (uint32_t i = 0; i < address->count; i++) /* one that an array above takes is no smaller than that */
            left -= address->strides[i] % size == 0 && address->strides[i] < above;
        rest %= (int64_t)size;
    }
    return left == 0 && LLVMABISizeOfType(L->layout, type) == 1;
}

static bool is_input_value(Lowering *L, LLVMValueRef value)
{
    Val v = operand_val(L, value);
    return v.kind == VAL_TERM && term_kind(L->tm, v.terms[0]) == TERM_VAR &&
           L->program->vars.data[term_symbol(L->tm, v.terms[0])].class == VAR_INPUT;
}

bool is_byte_store(Lowering *L, LLVMValueRef store, const Val *address)
{
    LLVMValueRef value = LLVMGetOperand(store, 0);
    if (address->kind != VAL_POINTER || address->count == 0 || LLVMTypeOf(value) != LLVMInt8TypeInContext(L->context))
        return false;
    const Object *o = &L->objects.data[address->object];
    if (o->kind != OBJECT_HEAP || o->is_ignored) return false;
    heap_suggest_type(L, address->object, LLVMInt8TypeInContext(L->context));
    LLVMTypeRef element = o->type;
    while (LLVMGetTypeKind(element) == LLVMArrayTypeKind)
        element = LLVMGetElementType(element);
    if (LLVMABISizeOfType(L->layout, element) == 1 || follows_type(L, address)) return false;
    return is_input_value(L, value) || !choices_can_expand(L, address);
}

/* ---- what they do ---- */

typedef struct ByteStore {
    uint32_t object;
    Term at;     /* which byte of the object */
    Term byte;   /* what is stored */
    Term opaque; /* it is in a scalar that has no bytes */
    Step exact, approximate;
} ByteStore;

/* Whether the byte is one of so many from an offset on. */
static Term is_within_bytes(Lowering *L, const ByteStore *s, uint64_t offset, uint64_t size)
{
    Term from = term_sub(L->tm, s->at, address_number(L, offset));
    return term_binary(L->tm, TERM_ULT, from, address_number(L, size));
}

/* The number with its byte at - offset replaced. */
static Term with_byte(Lowering *L, const ByteStore *s, Term old, uint64_t offset)
{
    unsigned width = term_sort(L->tm, old).width;
    if (width == 8) return s->byte;
    Term from = term_sub(L->tm, s->at, address_number(L, offset));
    from = width < L->pointer_width ? term_extract(L->tm, from, 0, width) : term_zext(L->tm, from, width);
    Term shift = term_binary(L->tm, TERM_MUL, from, term_bv(L->tm, width, 8));
    Term mask = term_binary(L->tm, TERM_SHL, term_bv(L->tm, width, 0xff), shift);
    Term byte = term_binary(L->tm, TERM_SHL, term_zext(L->tm, s->byte, width), shift);
    Term others =
        term_binary(L->tm, TERM_BVAND, old, term_binary(L->tm, TERM_BVXOR, mask, term_bv(L->tm, width, ~0ull)));
    return term_binary(L->tm, TERM_BVOR, others, byte);
}

static void add_opaque(Lowering *L, ByteStore *s, uint64_t offset, uint64_t size)
{
    s->opaque = term_or(L->tm, s->opaque, is_within_bytes(L, s, offset, size));
}

/* In a step that is approximate. All of the kind change, wherever the byte is: that is more than happens. */
static void set_opaque(Lowering *L, ByteStore *s, const Place *place)
{
    Val any = val_term(fresh_input(L, type_sort(L, place->type), "byte"));
    place_assign(L, place, &any, &s->approximate);
}

static void set_scalar(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    ByteStore *s = arg;
    Val address = val_pointer(s->object, (int64_t)offset);
    uint64_t size = LLVMABISizeOfType(L->layout, type);
    SyncKind kind;
    if (leaf_is_sync(L, &address, type, &kind)) {
        add_opaque(L, s, offset, size);
        SyncPlace place = sync_place(L, &address, kind);
        sync_havoc(L, &place, &s->approximate);
        return;
    }
    Place place = place_find(L, &address, type, true);
    CHECK(place.kind != PLACE_CONSTANT && place.kind != PLACE_OUTSIDE); /* a scalar of the object's own type */
    Val old = place_read(L, &place);
    Sort sort = type_sort(L, place.type);
    bool is_number = old.kind == VAL_TERM && sort.kind == SORT_BV && sort.width == 8 * size;
    if (!is_number) {
        add_opaque(L, s, offset, size);
        set_opaque(L, s, &place);
        return;
    }
    Term is_here = is_within_bytes(L, s, offset, size);
    Val value = val_term(term_ite(L->tm, is_here, with_byte(L, s, old.terms[0], offset), old.terms[0]));
    place_assign(L, &place, &value, &s->exact);
}

/* One step, or two that exclude each other. */
static void byte_store_emit(Lowering *L, ByteStore *s)
{
    Step steps[2] = {s->exact, s->approximate};
    bool has_opaque = !term_is_false(L->tm, s->opaque);
    if (has_opaque) {
        steps[0].guard = term_not(L->tm, s->opaque);
        steps[1].guard = s->opaque;
        steps[1].approximate = "a byte of an address or of a synchronisation object is set";
    } else {
        CHECK(s->approximate.assigns.count == 0);
        step_free(L, &steps[1]);
    }
    steps_emit(L, steps, has_opaque ? 2 : 1);
}

void lower_byte_store(Lowering *L, LLVMValueRef store, const Val *address)
{
    ByteStore s = {.object = address->object, .opaque = term_bool(L->tm, false)};
    const LLVMTypeRef type = L->objects.data[s.object].type;
    Val value = operand_val(L, LLVMGetOperand(store, 0));
    if (value.kind != VAL_TERM) lower_refuse(L, "a value of this kind cannot be stored here; use integers");
    operands_retire(L, store);
    bounds_require_access(L, address, 1);
    if (!L->cursor.is_reachable) return;
    s.byte = value.terms[0];
    s.at = address_offset(L, address);
    Term inside = range_term(L, s.at, LLVMABISizeOfType(L->layout, type));
    if (!term_is_true(L->tm, inside)) note_bounds(L, L->objects.data[s.object].name);
    condition_add(L, inside);
    if (!L->cursor.is_reachable) return;
    leaves_for_each(L, type, object_uses_padding(L, s.object), set_scalar, &s);
    origin_access(L, store, L->objects.data[s.object].is_shared);
    byte_store_emit(L, &s);
}
