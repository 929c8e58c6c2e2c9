#include "c/exact/code/property.h"

#include "base/check.h"
#include "c/exact/code/arith.h"
#include "c/exact/code/result.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/passed.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/term.h"

static Term condition_operand(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) < 1) lower_refuse(L, "a call without its condition; pass the condition");
    Val v = operand_val(L, LLVMGetOperand(call, 0));
    if (v.kind == VAL_POINTER || v.kind == VAL_FUNCTION) return term_bool(L->tm, true);
    if (val_is_address(&v)) {
        Val null = val_term(term_bv(L->tm, L->pointer_width, 0));
        return address_compare(L, LLVMIntNE, &v, &null);
    }
    return truth_term(L, operand_term(L, LLVMGetOperand(call, 0)));
}

void lower_assume(Lowering *L, LLVMValueRef call)
{
    Term condition = condition_operand(L, call);
    CHECK(term_sort(L->tm, condition).kind == SORT_BOOL);
    operands_retire(L, call);
    call_bind_zero(L, call);
    if (term_is_true(L->tm, condition)) {
        statement_end(L);
        return;
    }
    Step step = {0};
    step.guard = condition;
    step_emit(L, &step);
}

/* Where assertions are not asked, one that fails ends the process; that the other threads go on makes no difference
 * (thread_halt). */
void lower_assert(Lowering *L, LLVMValueRef call)
{
    Term condition = condition_operand(L, call);
    CHECK(term_sort(L->tm, condition).kind == SORT_BOOL);
    passed_add(L, call, term_is_true(L->tm, condition));
    operands_retire(L, call);
    call_bind_zero(L, call);
    if (property_is_asked(L, PROPERTY_UNREACH_CALL)) emit_error(L, term_not(L->tm, condition), call);
    if (term_is_true(L->tm, condition)) {
        statement_end(L);
        return;
    }
    Step step = {0};
    step.guard = condition;
    step_emit(L, &step);
}

void lower_error(Lowering *L, LLVMValueRef call)
{
    CHECK(L->cursor.is_reachable);
    passed_add(L, call, false);
    emit_error(L, TERM_NONE, call);
    cursor_loc(L);
    L->cursor.is_reachable = false;
}

/* The section needs no edge of its own: its first edge starts at a location where others may run, and leads to
 * one where they may not. Blocking on that first edge is the same for every reachable state as entering the section
 * and blocking inside for ever. */
void atomic_begin(Lowering *L)
{
    reads_flush(L);
    L->cursor.is_mid = false;
    cursor_loc(L);
    L->cursor.depth++;
    CHECK(cursor_is_valid(L, &L->cursor));
}

void atomic_end(Lowering *L)
{
    Cursor *c = &L->cursor;
    if (c->depth == 0) lower_refuse(L, "an atomic section ends here that has not begun; balance the calls");
    reads_flush(L);
    c->is_mid = false;
    if (--c->depth == 0 && c->has_loc && L->program->locs.data[c->loc.i].atomic) {
        Step leave = {0};
        step_emit(L, &leave);
    }
    CHECK(cursor_is_valid(L, c));
}
