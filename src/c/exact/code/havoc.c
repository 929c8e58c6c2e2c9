#include "c/exact/code/havoc.h"

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/compile/function.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/memory/walk.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/sync_type.h"
#include "c/exact/model/values.h"

typedef struct Havoc {
    uint32_t object;
    Step step;
    OriginScalars scalars;
} Havoc;

/* ---- declarations ---- */

/* What an address is a part of. */
static LLVMValueRef address_base(LLVMValueRef address)
{
    while (LLVMIsABitCastInst(address) || LLVMIsAGetElementPtrInst(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

/* Where the instruction writes; NULL = nowhere. */
static LLVMValueRef written_base(LLVMValueRef instruction)
{
    if (LLVMIsAStoreInst(instruction)) return address_base(LLVMGetOperand(instruction, 1));
    return LLVMIsAMemCpyInst(instruction) ? address_base(LLVMGetOperand(instruction, 0)) : NULL;
}

/* Parameters have their values before control passes their declaration, so nothing becomes arbitrary there. Nothing
 * else is written before it is declared: the first block of a function is entered once. Arguments come in many ways: a
 * _Bool in one bit, structs in registers, in parts, copied. */
static bool is_parameter_storage(LLVMValueRef alloca, LLVMValueRef declaration)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent(declaration);
    if (block != LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block))) return false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && i != declaration; i = LLVMGetNextInstruction(i))
        if (written_base(i) == alloca) return true;
    return false;
}

/* Where the scalar gets its value when the program really runs. */
static void add_havoc_scalar(Lowering *L, Havoc *havoc, const Place *place, uint64_t offset, Term input)
{
    const Cell *cell = &L->cells.data[place->cell];
    OriginScalar s = {offset, cell->size, {term_symbol(L->tm, input)}, cell->kind == CELL_ARRAY, 0, 0};
    CHECK(offset + s.size <= LLVMABISizeOfType(L->layout, L->objects.data[havoc->object].type));
    CHECK(!s.is_element || term_is_const(L->tm, place->index));
    if (s.is_element) s.index = term_value(L->tm, place->index);
    vec_push(L->run, &havoc->scalars, s);
}

static void havoc_place(Lowering *L, Havoc *havoc, const Place *place, uint64_t offset)
{
    for (uint32_t i = 0; i < place->part_count; i++) {
        const Place *part = &place->parts[i];
        havoc_place(L, havoc, part, offset);
        offset += LLVMABISizeOfType(L->layout, part->type);
    }
    CHECK(place->kind != PLACE_CELL || L->cells.data[place->cell].object == havoc->object);
    if (place->kind != PLACE_CELL || L->cells.data[place->cell].kind == CELL_POINTER) return;
    const Var *var = &L->program->vars.data[L->cells.data[place->cell].var.i];
    Term input = TERM_NONE;
    for (uint32_t i = 0; i < havoc->step.assigns.count; i++)
        if (havoc->step.assigns.data[i].var.i == L->cells.data[place->cell].var.i)
            input = havoc->step.assigns.data[i].value;
    if (!term_is(input)) {
        input = fresh_input(L, var->sort, var->name);
        step_assign(L, &havoc->step, L->cells.data[place->cell].var, input);
    }
    add_havoc_scalar(L, havoc, place, offset, input);
}

static void havoc_leaf(Lowering *L, void *arg, uint64_t offset, LLVMTypeRef type)
{
    Havoc *havoc = arg;
    Val address = val_pointer(havoc->object, (int64_t)offset);
    SyncKind kind;
    if (leaf_is_sync(L, &address, type, &kind)) return;
    Place place = place_find(L, &address, type, false);
    havoc_place(L, havoc, &place, offset);
}

/* An array of numbers that are one variable: what the first and the last element are, all are, since what is known of
 * elements is known of all of them. False: it is none. */
static bool havoc_array(Lowering *L, Havoc *havoc)
{
    LLVMTypeRef type = L->objects.data[havoc->object].type;
    if (LLVMGetTypeKind(type) != LLVMArrayTypeKind || L->facts->has_sync) return false;
    LLVMTypeRef element = LLVMGetElementType(type);
    uint64_t n = LLVMGetArrayLength2(type), size = LLVMABISizeOfType(L->layout, element);
    if (LLVMGetTypeKind(element) != LLVMIntegerTypeKind || n < 2) return false;
    Val start = val_pointer(havoc->object, 0), end = val_pointer(havoc->object, (int64_t)((n - 1) * size));
    Place first = place_find(L, &start, element, false), last = place_find(L, &end, element, false);
    if (first.kind != PLACE_CELL || last.kind != PLACE_CELL || first.cell != last.cell) return false;
    if (L->cells.data[first.cell].kind != CELL_ARRAY) return false;
    havoc_place(L, havoc, &first, 0);
    OriginScalar s = vec_last(&havoc->scalars);
    for (uint64_t i = 1; i < n && L->origins; i++) {
        s.offset = i * size;
        s.index = i;
        vec_push(L->run, &havoc->scalars, s);
    }
    return true;
}

static void havoc_leaves(Lowering *L, Havoc *havoc)
{
    LLVMTypeRef type = L->objects.data[havoc->object].type;
    if (!havoc_array(L, havoc)) leaves_for_each(L, type, object_uses_padding(L, havoc->object), havoc_leaf, havoc);
}

static void emit_declaration(Lowering *L, Step *step)
{
    EdgeId edge = step_emit(L, step);
    if (edge.i != NO_ID) vec_push(L->run, &L->declarations, edge);
}

void object_havoc(Lowering *L, uint32_t object)
{
    Havoc havoc = {.object = object};
    CHECK(object_is_valid(L, object));
    if (L->objects.data[object].is_ignored) return;
    havoc_leaves(L, &havoc);
    vec_free(L->run, &havoc.scalars);
    emit_declaration(L, &havoc.step);
}

static void havoc_local(Lowering *L, LLVMValueRef call, LLVMValueRef alloca)
{
    Frame *f = L->frame;
    Havoc havoc = {0};
    bool is_shared = false;
    if (f->in_loop || function_is_repeated(L->run, f->info, LLVMGetInstructionParent(call))) {
        havoc.object = object_of_local(L, f, alloca);
        is_shared = L->objects.data[havoc.object].is_shared;
        if (!L->objects.data[havoc.object].is_ignored && function_reads_before_write(L->run, f->info, alloca, call))
            havoc_leaves(L, &havoc);
    }
    origin_declare(L, call, &havoc.scalars, is_shared);
    vec_free(L->run, &havoc.scalars);
    if (havoc.step.assigns.count)
        emit_declaration(L, &havoc.step);
    else
        step_free(L, &havoc.step);
}

/* Each time control passes a declaration the variable is arbitrary again. A thread's locals start arbitrary, so
 * this matters only where control passes more than once. */
void lower_declare(Lowering *L, LLVMValueRef call)
{
    LLVMValueRef alloca = debug_declared_storage(call);
    if (alloca && !is_parameter_storage(alloca, call)) havoc_local(L, call, alloca);
}
