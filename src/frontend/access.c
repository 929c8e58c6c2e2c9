/* Loads, stores and atomic read-modify-writes. */
#include "frontend/lower.h"

static void note_order(Lowering *L, LLVMValueRef instruction)
{
    LLVMAtomicOrdering order = LLVMIsAAtomicCmpXchgInst(instruction) ? LLVMGetCmpXchgSuccessOrdering(instruction)
                                                                     : LLVMGetOrdering(instruction);
    if (L->was_order_noted || order == LLVMAtomicOrderingNotAtomic || order == LLVMAtomicOrderingSequentiallyConsistent)
        return;
    L->was_order_noted = true;
    diag_add(L->run, SEVERITY_NOTE, L->pos, "weaker memory orders are treated as sequentially consistent");
}

/* ---- places ---- */

void place_enter(Lowering *L, const Place *place)
{
    condition_add(L, place->condition);
    if (place->kind == PLACE_OUTSIDE) condition_add(L, term_bool(L->tm, false));
}

static Val cell_pointer_val(Lowering *L, const Cell *cell)
{
    if (cell->has_pointer) return cell->pointer;
    if (cell->var.i == NO_ID)
        lower_refuse(L,
                     "the target of the pointer `%s` is not known statically, which is not supported yet; assign it "
                     "one address before its first use",
                     L->objects.data[cell->object].name);
    return val_term(var_term(L, cell->var));
}

Val place_read(Lowering *L, const Place *place)
{
    switch (place->kind) {
    case PLACE_IGNORED:
    case PLACE_OUTSIDE: return val_none();
    case PLACE_CONSTANT: return place->constant;
    case PLACE_CELL: break;
    }
    const Cell *cell = &L->cells.data[place->cell];
    switch (cell->kind) {
    case CELL_SCALAR:
    case CELL_MUTEX: return val_term(var_term(L, cell->var));
    case CELL_ARRAY: return val_term(term_select(L->tm, var_term(L, cell->var), place->index));
    case CELL_POINTER: return cell_pointer_val(L, cell);
    }
    return val_none();
}

/* A local pointer holds one address all its life; only the indices in it may change, and these get variables. */
static void pointer_write(Lowering *L, uint32_t id, const Val *val, Step *step)
{
    Cell *cell = &L->cells.data[id];
    const Object *o = &L->objects.data[cell->object];
    bool is_address = val->kind == VAL_POINTER || val->kind == VAL_FUNCTION;
    if (is_address ? cell->var.i != NO_ID || (cell->has_pointer && !val_same_shape(&cell->pointer, val))
                   : cell->has_pointer)
        lower_refuse(L,
                     "the pointer `%s` is assigned different addresses, which is not supported yet; use one pointer "
                     "variable an object",
                     o->name);
    if (!is_address) {
        if (cell->var.i == NO_ID) {
            Var var = {0};
            var.name = name_unique(L, o->name);
            var.sort = sort_bv(L->pointer_width);
            var.class = VAR_LOCAL;
            var.template = L->thread->id;
            var.is_signed = true;
            var.is_temporary = o->is_temporary;
            var.pos = o->pos;
            cell->var = var_add(L, &var, o->owner);
        }
        step_assign(L, step, cell->var, val->terms[0]);
        return;
    }
    if (!cell->has_pointer) {
        cell->pointer = *val;
        for (uint32_t i = 0; i < val->count; i++) {
            Var var = {0};
            var.name = name_unique(L, run_format(L->run, "%s.index", o->name));
            var.sort = sort_bv(L->pointer_width);
            var.class = VAR_LOCAL;
            var.template = L->thread->id;
            var.is_signed = var.is_temporary = true;
            var.pos = o->pos;
            cell->pointer.terms[i] = var_term(L, var_add(L, &var, o->owner));
        }
        cell->has_pointer = true;
    }
    for (uint32_t i = 0; i < val->count; i++)
        step_assign(L, step, (VarId){term_symbol(L->tm, cell->pointer.terms[i])}, val->terms[i]);
}

void place_assign(Lowering *L, const Place *place, const Val *val, Step *step)
{
    if (place->kind != PLACE_CELL) return;
    Cell *cell = &L->cells.data[place->cell];
    if (cell->kind == CELL_POINTER) {
        if (val->kind == VAL_NONE) lower_refuse(L, "a value of this kind cannot be stored here; use integers");
        pointer_write(L, place->cell, val, step);
        return;
    }
    if (val->kind != VAL_TERM)
        lower_refuse(L, "the pointer `%s` is assigned at run time, which is not supported yet; use the object itself",
                     L->objects.data[cell->object].name);
    Term var = var_term(L, cell->var), value = val->terms[0];
    if (cell->kind == CELL_ARRAY) {
        for (uint32_t i = 0; i < step->assigns.count; i++)
            if (step->assigns.data[i].var.i == cell->var.i) {
                Assign *a = &step->assigns.data[i];
                a->value = term_store(L->tm, a->value, place->index, value);
                return;
            }
        value = term_store(L->tm, var, place->index, value);
    }
    if (place->is_shared || !term_same(var, value)) step_assign(L, step, cell->var, value);
}

void place_write(Lowering *L, const Place *place, const Val *val)
{
    place_enter(L, place);
    if (!L->cursor.is_reachable) return;
    Step step = {0};
    place_assign(L, place, val, &step);
    if (step.assigns.count || term_is(L->cursor.condition))
        step_emit(L, &step);
    else
        step_free(L, &step);
}

void place_havoc(Lowering *L, const Place *place, const char *name, const char *approximate)
{
    place_enter(L, place);
    if (!L->cursor.is_reachable || place->kind != PLACE_CELL) return;
    const Cell *cell = &L->cells.data[place->cell];
    Val value = val_term(fresh_input(L, type_sort(L, place->type), name));
    Step step = {0};
    step.approximate = approximate;
    if (cell->kind != CELL_POINTER || !cell->has_pointer) place_assign(L, place, &value, &step);
    step_emit(L, &step);
}

/* ---- plain accesses ---- */

/* Makes the access at hand a step of its own where it must be one. True: fetch operands again. */
static bool access_begin(Lowering *L, const Place *place)
{
    if (!place->is_shared) return false;
    bool flush = reads_are_pending(L) && (accesses_split(L) || L->cursor.has_boundary);
    if (flush) reads_flush(L);
    L->cursor.has_boundary = false;
    return flush;
}

static void read_done(Lowering *L, const Place *place)
{
    if (place->is_shared) {
        L->cursor.has_read = true;
        L->cursor.read_pos = L->pos;
    }
}

static bool is_forwarded(Lowering *L, LLVMValueRef pointer)
{
    const AllocaInfo *a = LLVMIsAAllocaInst(pointer) ? function_alloca(L->frame->info, pointer) : NULL;
    return a && a->is_forwarded && !alloca_is_ignored(L->frame, a);
}

void lower_load(Lowering *L, LLVMValueRef instruction)
{
    note_order(L, instruction);
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    if (is_forwarded(L, pointer)) {
        value_bind(L, L->frame, instruction, forward_use(L, pointer));
        return;
    }
    Val address = operand_val(L, pointer);
    if (!LLVMGetFirstUse(instruction) || handle_is_only_joined(L, instruction, &address)) {
        origin_access(L, instruction, false);
        operands_retire(L, instruction);
        value_bind(L, L->frame, instruction, val_none());
        return;
    }
    Place place = place_find(L, &address, type, false);
    if (access_begin(L, &place)) {
        address = operand_val(L, pointer);
        place = place_find(L, &address, type, false);
    }
    place_enter(L, &place);
    Val value = place_read(L, &place);
    origin_access(L, instruction, place.is_shared);
    read_done(L, &place);
    operands_retire(L, instruction);
    value_bind(L, L->frame, instruction, value);
}

void lower_store(Lowering *L, LLVMValueRef instruction)
{
    note_order(L, instruction);
    LLVMValueRef value = LLVMGetOperand(instruction, 0), pointer = LLVMGetOperand(instruction, 1);
    if (is_forwarded(L, pointer)) {
        Val v = operand_val(L, value);
        operands_retire(L, instruction);
        forward_bind(L, pointer, v);
        return;
    }
    LLVMTypeRef type = LLVMTypeOf(value);
    Val address = operand_val(L, pointer);
    Place place = place_find(L, &address, type, true);
    if (place.kind == PLACE_IGNORED) { /* the value is no use: value_bind */
        origin_access(L, instruction, false);
        statement_end(L);
        return;
    }
    bool is_pending = accesses_split(L) && place.is_shared && reads_are_pending(L);
    if (is_pending) {
        reads_flush(L);
        address = operand_val(L, pointer);
        place = place_find(L, &address, type, true);
    }
    Val v = operand_val(L, value);
    operands_retire(L, instruction);
    origin_access(L, instruction, place.is_shared);
    place_write(L, &place, &v);
}

/* ---- atomic read-modify-write ---- */

static Term minmax(Lowering *L, TermKind less, Term a, Term b, bool is_max)
{
    Term smaller = term_binary(L->tm, less, a, b);
    return is_max ? term_ite(L->tm, smaller, b, a) : term_ite(L->tm, smaller, a, b);
}

static Term rmw_term(Lowering *L, LLVMAtomicRMWBinOp op, Term old, Term v)
{
    TermManager *tm = L->tm;
    unsigned width = term_sort(tm, old).width;
    switch (op) {
    case LLVMAtomicRMWBinOpXchg: return v;
    case LLVMAtomicRMWBinOpAdd: return term_add(tm, old, v);
    case LLVMAtomicRMWBinOpSub: return term_sub(tm, old, v);
    case LLVMAtomicRMWBinOpAnd: return term_binary(tm, TERM_BVAND, old, v);
    case LLVMAtomicRMWBinOpNand:
        return term_binary(tm, TERM_BVXOR, term_binary(tm, TERM_BVAND, old, v), term_bv(tm, width, UINT64_MAX));
    case LLVMAtomicRMWBinOpOr: return term_binary(tm, TERM_BVOR, old, v);
    case LLVMAtomicRMWBinOpXor: return term_binary(tm, TERM_BVXOR, old, v);
    case LLVMAtomicRMWBinOpMax: return minmax(L, TERM_SLT, old, v, true);
    case LLVMAtomicRMWBinOpMin: return minmax(L, TERM_SLT, old, v, false);
    case LLVMAtomicRMWBinOpUMax: return minmax(L, TERM_ULT, old, v, true);
    case LLVMAtomicRMWBinOpUMin: return minmax(L, TERM_ULT, old, v, false);
    case LLVMAtomicRMWBinOpUIncWrap:
        return term_ite(tm, term_binary(tm, TERM_ULE, v, old), term_bv(tm, width, 0),
                        term_add(tm, old, term_bv(tm, width, 1)));
    case LLVMAtomicRMWBinOpUDecWrap:
        return term_ite(tm, term_or(tm, term_eq(tm, old, term_bv(tm, width, 0)), term_binary(tm, TERM_ULT, v, old)), v,
                        term_sub(tm, old, term_bv(tm, width, 1)));
    case LLVMAtomicRMWBinOpFAdd:
    case LLVMAtomicRMWBinOpFSub:
    case LLVMAtomicRMWBinOpFMax:
    case LLVMAtomicRMWBinOpFMin: break;
    }
    lower_refuse(L, "floating point is not supported; use integers");
}

static Place rmw_place(Lowering *L, LLVMValueRef instruction, LLVMTypeRef type)
{
    note_order(L, instruction);
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    Val address = operand_val(L, pointer);
    Place place = place_find(L, &address, type, true);
    if (access_begin(L, &place)) {
        address = operand_val(L, pointer);
        place = place_find(L, &address, type, true);
    }
    origin_access(L, instruction, place.is_shared);
    place_enter(L, &place);
    return place;
}

static Term place_read_term(Lowering *L, const Place *place)
{
    Val v = place_read(L, place);
    if (v.kind != VAL_TERM) lower_refuse(L, "an atomic operation on a pointer is not supported yet; use integers");
    return v.terms[0];
}

void lower_rmw(Lowering *L, LLVMValueRef instruction)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    Place place = rmw_place(L, instruction, type);
    if (place.kind != PLACE_CELL) {
        operands_retire(L, instruction);
        value_bind(L, L->frame, instruction, val_none());
        return;
    }
    Term old = place_read_term(L, &place);
    Term operand = operand_term(L, LLVMGetOperand(instruction, 1));
    Val new = val_term(rmw_term(L, LLVMGetAtomicRMWBinOp(instruction), old, operand));
    operands_retire(L, instruction);
    value_bind(L, L->frame, instruction, val_term(old)); /* the edge saves it, if needed */
    L->cursor.has_read = true;
    place_write(L, &place, &new);
}

/* Whether element k of the pair is used. */
static bool pair_uses(LLVMValueRef instruction, unsigned k)
{
    for (LLVMUseRef u = LLVMGetFirstUse(instruction); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAExtractValueInst(user) || (LLVMGetIndices(user)[0] == k && LLVMGetFirstUse(user))) return true;
    }
    return false;
}

/* `flag |= 2` on an _Atomic _Bool: clang-19 stores the unconverted value (2 instead of 1), so that the next such
 * assignment never ends. The loop it makes compares a value that went through one bit. */
static bool is_bool_assignment(LLVMValueRef cmpxchg)
{
    LLVMValueRef expected = LLVMGetOperand(cmpxchg, 1), desired = LLVMGetOperand(cmpxchg, 2);
    if (!LLVMIsAPHINode(expected) || !LLVMIsATruncInst(desired)) return false;
    for (unsigned i = 0; i < LLVMCountIncoming(expected); i++) {
        LLVMValueRef v = LLVMGetIncomingValue(expected, i);
        if (!LLVMIsAZExtInst(v)) continue;
        LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(v, 0));
        if (LLVMGetTypeKind(from) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(from) == 1) return true;
    }
    return false;
}

void lower_cmpxchg(Lowering *L, LLVMValueRef instruction)
{
    if (is_bool_assignment(instruction))
        lower_refuse(L, "a compound assignment to an _Atomic _Bool is not supported (clang compiles it wrongly); use "
                        "atomic_fetch_or on an integer, or an exchange");
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 1));
    Place place = rmw_place(L, instruction, type);
    if (place.kind != PLACE_CELL) {
        operands_retire(L, instruction);
        value_bind(L, L->frame, instruction, val_none());
        return;
    }
    Term old = place_read_term(L, &place);
    Term expected = operand_term(L, LLVMGetOperand(instruction, 1));
    Val desired = operand_val(L, LLVMGetOperand(instruction, 2));
    const char *name = L->program->vars.data[L->cells.data[place.cell].var.i].name;
    Step steps[2] = {0};
    steps[0].guard = term_eq(L->tm, old, expected);
    /* A weak exchange may fail although the value is the expected one. */
    steps[1].guard = LLVMGetWeak(instruction) ? TERM_NONE : term_not(L->tm, steps[0].guard);
    steps[1].exchange_fails = true;
    place_assign(L, &place, &desired, &steps[0]);
    Term seen = TERM_NONE, swapped = TERM_NONE;
    if (pair_uses(instruction, 0)) {
        VarId v = var_temporary(L, run_format(L->run, "%s.seen", name), term_sort(L->tm, old), true);
        step_assign(L, &steps[0], v, old);
        step_assign(L, &steps[1], v, old);
        seen = var_term(L, v);
    }
    if (pair_uses(instruction, 1)) {
        VarId v = var_temporary(L, run_format(L->run, "%s.swapped", name), sort_bool(), false);
        step_assign(L, &steps[0], v, term_bool(L->tm, true));
        step_assign(L, &steps[1], v, term_bool(L->tm, false));
        swapped = var_term(L, v);
    }
    operands_retire(L, instruction);
    steps_emit(L, steps, 2);
    Val result = val_pair(term_is(seen) ? seen : swapped, term_is(swapped) ? swapped : seen);
    if (!term_is(seen) && !term_is(swapped)) result = val_none();
    value_bind(L, L->frame, instruction, result);
}
