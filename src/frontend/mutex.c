/* Mutexes: one shared Boolean each, true while held. Relocking blocks for ever, as a normal mutex does. */
#include "frontend/lower.h"

#define BUSY 16 /* EBUSY */

static void result_bind(Lowering *L, LLVMValueRef call, Term result)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) value_bind(L, L->frame, call, val_term(result));
}

static void lower_trylock(Lowering *L, LLVMValueRef call, VarId m)
{
    Step steps[2] = {0};
    Sort sort = type_sort(L, LLVMTypeOf(call));
    steps[0].guard = term_not(L->tm, var_term(L, m));
    steps[1].guard = var_term(L, m);
    step_assign(L, &steps[0], m, term_bool(L->tm, true));
    Term result = term_const(L->tm, sort, 0);
    if (LLVMGetFirstUse(call)) {
        VarId v = var_temporary(L, "trylock.tmp", sort, true);
        step_assign(L, &steps[0], v, term_const(L->tm, sort, 0));
        step_assign(L, &steps[1], v, term_const(L->tm, sort, BUSY));
        result = var_term(L, v);
    }
    steps_emit(L, steps, 2);
    result_bind(L, call, result);
}

void lower_mutex(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    if (reads_are_pending(L)) reads_flush(L);
    Val address = operand_val(L, LLVMGetOperand(call, 0));
    uint32_t cell = mutex_cell(L, &address);
    VarId m = L->cells.data[cell].var;
    operands_retire(L, call);
    origin_access(L, call, operation != INTRINSIC_MUTEX_DESTROY);
    if (operation == INTRINSIC_MUTEX_TRYLOCK) {
        lower_trylock(L, call, m);
        return;
    }
    Step step = {0};
    if (operation == INTRINSIC_MUTEX_LOCK) step.guard = term_not(L->tm, var_term(L, m));
    if (operation != INTRINSIC_MUTEX_DESTROY) {
        step_assign(L, &step, m, term_bool(L->tm, operation == INTRINSIC_MUTEX_LOCK));
        step_emit(L, &step);
    }
    Sort sort = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind ? sort_bv(32) : type_sort(L, LLVMTypeOf(call));
    result_bind(L, call, term_const(L->tm, sort, 0));
}
