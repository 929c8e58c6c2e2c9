#include "c/exact/code/atomic.h"

#include "base/check.h"
#include "c/exact/memory/access.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/memory/split.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

static Term minmax(Lowering *L, TermKind less, Term a, Term b, bool is_max)
{
    Term smaller = term_binary(L->tm, less, a, b);
    return is_max ? term_ite(L->tm, smaller, b, a) : term_ite(L->tm, smaller, a, b);
}

static Term rmw_term(Lowering *L, LLVMAtomicRMWBinOp op, Term old, Term v)
{
    TermManager *tm = L->tm;
    unsigned width = term_sort(tm, old).width;
    CHECK(sort_same(term_sort(tm, old), term_sort(tm, v)));
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
    Place place = {.kind = PLACE_OUTSIDE};
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    Val address;
    if (!operand_settled(L, instruction, pointer, &address)) return place;
    place = place_find(L, &address, type, true);
    if (access_begin(L, place.is_shared)) {
        if (!operand_settled(L, instruction, pointer, &address)) return (Place){.kind = PLACE_OUTSIDE};
        place = place_find(L, &address, type, true);
    }
    origin_access(L, instruction, place.is_shared);
    place_enter(L, &place);
    CHECK(place.kind != PLACE_CONSTANT);
    return place;
}

/* Whether every number stays as it is: what is written is what was read, address or not. */
static bool is_load(LLVMAtomicRMWBinOp op, LLVMValueRef value)
{
    bool is_neutral = LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) == 0 : LLVMIsNull(value);
    return is_neutral && (op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpSub || op == LLVMAtomicRMWBinOpOr ||
                          op == LLVMAtomicRMWBinOpXor);
}

/* What moves an address by bytes, as `p + k` does. */
static Val rmw_address(Lowering *L, LLVMAtomicRMWBinOp op, const Val *old, LLVMValueRef value)
{
    bool is_sum = op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpSub;
    Term by = operand_term(L, value);
    if (!is_sum || old->kind == VAL_FUNCTION)
        lower_refuse(L, "atomic arithmetic on a pointer is not supported; use an exchange");
    Val moved = *old;
    if (op == LLVMAtomicRMWBinOpSub) by = term_neg(L->tm, by);
    if (term_is_const(L->tm, by))
        moved.offset += L->pointer_width == 32 ? (int32_t)term_value(L->tm, by) : (int64_t)term_value(L->tm, by);
    else
        pointer_move(L, &moved, by, 1);
    return moved;
}

static Val rmw_val(Lowering *L, LLVMValueRef instruction, const Val *old)
{
    LLVMValueRef value = LLVMGetOperand(instruction, 1);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(instruction);
    if (op == LLVMAtomicRMWBinOpXchg) return operand_val(L, value);
    if (is_load(op, value)) return *old;
    if (val_is_address(old)) return rmw_address(L, op, old, value);
    return val_term(rmw_term(L, op, old->terms[0], operand_term(L, value)));
}

static void rmw_split(Lowering *L, LLVMValueRef instruction)
{
    LLVMTypeRef type = LLVMTypeOf(instruction);
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    Branches branches = {0};
    branches_enter(L, pointer, type, true, &branches);
    Step *steps = branches_steps(L, &branches, 1);
    for (uint32_t i = 0; i < branches.count; i++) {
        Val old = place_read(L, &branches.data[i].place);
        if (!place_is_memory(&branches.data[i].place)) continue;
        CHECK(val_fits(L, &old, type));
        Val new = rmw_val(L, instruction, &old);
        place_assign(L, &branches.data[i].place, &new, &steps[i]);
    }
    const char *name = run_format(L->run, "%s.old", value_name(L, pointer));
    Val result = branches_read(L, &branches, type, name, steps, 1);
    operands_retire(L, instruction);
    origin_access(L, instruction, branches_are_shared(&branches));
    branches_emit(L, &branches, steps, 1);
    value_bind(L, L->frame, instruction, result);
}

void lower_rmw(Lowering *L, LLVMValueRef instruction)
{
    if (operand_is_split(L, LLVMGetOperand(instruction, 0))) {
        rmw_split(L, instruction);
        return;
    }
    LLVMTypeRef type = LLVMTypeOf(instruction);
    Place place = rmw_place(L, instruction, type);
    if (!place_is_memory(&place)) {
        if (L->cursor.is_reachable) operands_retire(L, instruction);
        value_bind(L, L->frame, instruction, val_none());
        return;
    }
    Val old = place_read(L, &place);
    Val new = rmw_val(L, instruction, &old);
    operands_retire(L, instruction);
    value_bind(L, L->frame, instruction, old); /* the edge saves it, if needed */
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

/* The two outcomes of an exchange at one place: steps[0] succeeds. */
static void exchange_steps(Lowering *L, LLVMValueRef instruction, const Place *place, Term guard, Step *steps)
{
    Val old = place_read(L, place), expected = operand_val(L, LLVMGetOperand(instruction, 1));
    Val desired = operand_val(L, LLVMGetOperand(instruction, 2));
    Term same = val_is_address(&old) || val_is_address(&expected)
                    ? address_compare(L, LLVMIntEQ, &old, &expected)
                    : term_eq(L->tm, old.terms[0], operand_term(L, LLVMGetOperand(instruction, 1)));
    CHECK(place_is_memory(place) && val_fits(L, &old, LLVMTypeOf(LLVMGetOperand(instruction, 1))));
    steps[0].guard = same;
    /* A weak exchange may fail although the value is the expected one. */
    steps[1].guard = LLVMGetWeak(instruction) ? TERM_NONE : term_not(L->tm, same);
    if (term_is(guard)) {
        steps[0].guard = term_and(L->tm, guard, same);
        steps[1].guard = term_is(steps[1].guard) ? term_and(L->tm, guard, steps[1].guard) : guard;
    }
    steps[0].is_exchange = steps[1].is_exchange = steps[1].exchange_fails = true;
    place_assign(L, place, &desired, &steps[0]);
}

void lower_cmpxchg(Lowering *L, LLVMValueRef instruction)
{
    if (exchange_is_miscompiled(instruction))
        lower_refuse(L, "a compound assignment to an _Atomic _Bool is not supported (clang compiles it wrongly); use "
                        "atomic_fetch_or on an integer, or an exchange");
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 1));
    LLVMValueRef pointer = LLVMGetOperand(instruction, 0);
    Branches branches = {0};
    if (operand_is_split(L, pointer)) {
        branches_enter(L, pointer, type, true, &branches);
        origin_access(L, instruction, branches_are_shared(&branches));
    } else {
        Branch only = {TERM_NONE, rmw_place(L, instruction, type)};
        if (place_is_memory(&only.place))
            vec_push(L->run, &branches, only);
        else if (L->cursor.is_reachable)
            operands_retire(L, instruction);
    }
    Step *steps = run_alloc(L->run, (2 * branches.count + 1) * sizeof *steps);
    const char *name = "exchange";
    uint32_t kept = 0;
    for (uint32_t i = 0; i < branches.count; i++) {
        const Place *place = &branches.data[i].place;
        if (!place_is_memory(place)) continue;
        exchange_steps(L, instruction, place, branches.data[i].guard, &steps[2 * kept]);
        branches.data[kept++] = branches.data[i];
        if (place->kind == PLACE_CELL && L->cells.data[place->cell].var.i != NO_ID)
            name = L->program->vars.data[L->cells.data[place->cell].var.i].name;
    }
    CHECK(kept <= branches.count);
    branches.count = kept;
    if (kept == 0) {
        value_bind(L, L->frame, instruction, val_none());
        branches_emit(L, &branches, steps, 2);
        return;
    }
    Val result = val_none();
    Term swapped = TERM_NONE;
    if (pair_uses(instruction, 0))
        result = branches_read(L, &branches, type, run_format(L->run, "%s.seen", name), steps, 2);
    if (pair_uses(instruction, 1)) {
        VarId v = var_temporary(L, run_format(L->run, "%s.swapped", name), sort_bool(), false);
        for (uint32_t i = 0; i < 2 * kept; i++)
            step_assign(L, &steps[i], v, term_bool(L->tm, i % 2 == 0));
        swapped = var_term(L, v);
    }
    operands_retire(L, instruction);
    branches_emit(L, &branches, steps, 2);
    const Targets *targets = result.targets;
    if (result.kind != VAL_NONE || term_is(swapped)) {
        CHECK(result.kind == VAL_NONE || (result.count == 1 && result.offset == 0));
        Term seen = result.kind != VAL_NONE ? result.terms[0] : swapped;
        result = val_pair(seen, term_is(swapped) ? swapped : seen);
        result.targets = targets;
    }
    value_bind(L, L->frame, instruction, result);
}

/* What was read before is read before it. */
void lower_fence(Lowering *L, LLVMValueRef instruction)
{
    if (!L->options->fences || LLVMIsAtomicSingleThread(instruction) || L->cursor.depth > 0) return;
    reads_flush(L);
    Step step = {.is_fence = true};
    step_emit(L, &step);
}
