/* Calls on synchronisation objects: the operands, and the ways in which a call can come out. */
#include "c/exact/threads/sync.h"

#include "base/check.h"
#include "c/exact/library/argument.h"
#include "c/exact/memory/bounds.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/sync_check.h"
#include "logic/term/boolean.h"

/* ---- operands ---- */

void sync_begin(Lowering *L, LLVMValueRef call, unsigned arguments)
{
    if (LLVMGetNumArgOperands(call) < arguments)
        lower_refuse(L, "%s needs %u argument%s; correct the call", L->callee, arguments, arguments == 1 ? "" : "s");
    reads_flush(L);
    values_flush(L); /* several steps follow, perhaps */
}

Term sync_number(Lowering *L, LLVMValueRef operand)
{
    Term t = operand_term(L, operand);
    if (!sort_same(term_sort(L->tm, t), sort_bv(32)))
        lower_refuse(L, "%s is called with a number that is not an int; correct the call", L->callee);
    return t;
}

void sync_refuse_atomic(Lowering *L)
{
    if (L->cursor.depth > 0)
        lower_refuse(L, "waiting inside an atomic section is not supported; end the section first");
}

/* Behind the last element, or before the first: a pointer there may exist, but not be used. */
static bool is_outside(Lowering *L, const Choice *c)
{
    const Object *o = &L->objects.data[c->val.object];
    return term_is(c->guard) && o->type &&
           (c->val.offset < 0 || (uint64_t)c->val.offset >= LLVMABISizeOfType(L->layout, o->type));
}

/* See place_try. */
static const char *place_or_reason(Lowering *L, const Val *address, SyncKind kind, SyncPlace *place)
{
    Tolerance here = {.reason = NULL}, *outer = L->tolerance;
    L->tolerance = &here;
    if (setjmp(here.env) == 0) *place = sync_place(L, address, kind);
    L->tolerance = outer;
    return here.reason;
}

/* Objects one by one, or elements of an array of them. */
static void find_choices(Lowering *L, const Val *address, SyncKind kind, Choices *choices)
{
    Choices found = {0};
    choices_find(L, address, &found);
    for (uint32_t i = 0; i < found.count; i++)
        if (sync_may_be_element(L, &found.data[i].val, kind))
            vec_push(L->run, choices, found.data[i]);
        else
            choice_expand(L, &found.data[i], choices);
    vec_free(L->run, &found);
}

void sync_find(Lowering *L, LLVMValueRef operand, SyncKind kind, SyncTargets *targets)
{
    Val address = operand_val(L, operand);
    Choices choices = {0};
    bounds_require_access(L, &address, 1);
    argument_whole(L, &address, kind);
    find_choices(L, &address, kind, &choices);
    for (uint32_t i = 0; i < choices.count && L->cursor.is_reachable; i++) {
        const Choice *c = &choices.data[i];
        if (c->val.kind != VAL_POINTER || is_outside(L, c)) continue;
        SyncTarget t = {.guard = c->guard, .place = {.cell = NO_ID}};
        const char *why = NULL;
        if (choices.count > 1)
            why = place_or_reason(L, &c->val, kind, &t.place);
        else
            t.place = sync_place(L, &c->val, kind);
        CHECK(why || sync_is_valid(L, &t, kind));
        if (term_is(t.place.condition)) /* beyond the array the behaviour is undefined */
            t.guard = term_is(t.guard) ? term_and(L->tm, t.guard, t.place.condition) : t.place.condition;
        if (why)
            emit_limit(L, t.guard, why);
        else
            vec_push(L->run, targets, t);
    }
    vec_free(L->run, &choices);
    CHECK(sync_targets_differ(targets));
}

Term sync_term(Lowering *L, const SyncTarget *target, unsigned k)
{
    CHECK(target->place.cell < L->cells.count && k <= SYNC_VARS);
    return sync_value(L, &target->place, k);
}

void sync_set(Lowering *L, Step *step, const SyncTarget *target, unsigned k, Term value)
{
    CHECK(target->place.cell < L->cells.count && k <= SYNC_VARS);
    sync_assign(L, &target->place, k, value, step);
}

/* ---- outcomes ---- */

static Sort result_sort(Lowering *L, LLVMValueRef call)
{
    bool is_void = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
    return is_void ? sort_bv(32) : type_sort(L, LLVMTypeOf(call));
}

Term result_term(Lowering *L, LLVMValueRef call, uint64_t value)
{
    return term_const(L->tm, result_sort(L, call), value);
}

Step *outcome_add(Lowering *L, Outcomes *outcomes, const SyncTarget *target, Term guard, Term result)
{
    CHECK(!term_is(guard) || term_sort(L->tm, guard).kind == SORT_BOOL);
    CHECK(term_is(result) &&
          (outcomes->count == 0 || sort_same(term_sort(L->tm, result), term_sort(L->tm, outcomes->data[0].result))));
    Outcome o = {0};
    o.result = result;
    o.step.guard = guard;
    if (target && term_is(target->guard))
        o.step.guard = term_is(guard) ? term_and(L->tm, target->guard, guard) : target->guard;
    vec_push(L->run, outcomes, o);
    return &vec_last(outcomes).step;
}

void outcomes_end_wait(Outcomes *outcomes, uint32_t first, uint32_t wait)
{
    CHECK(first < outcomes->count);
    for (uint32_t i = first; i < outcomes->count; i++)
        outcomes->data[i].step.wait = wait;
}

Term outcomes_emit(Lowering *L, LLVMValueRef call, Outcomes *outcomes, const char *name, bool is_needed)
{
    if (outcomes->count == 0) {
        condition_add(L, term_bool(L->tm, false));
        return result_term(L, call, 0);
    }
    CHECK(L->cursor.is_reachable);
    CHECK(outcomes_are_valid(L, outcomes));
    Term result = outcomes->data[0].result;
    bool differ = false;
    for (uint32_t i = 1; i < outcomes->count; i++)
        differ |= !term_same(outcomes->data[i].result, result);
    if (differ && is_needed) {
        VarId v = var_temporary(L, name, result_sort(L, call), true);
        for (uint32_t i = 0; i < outcomes->count; i++)
            step_assign(L, &outcomes->data[i].step, v, outcomes->data[i].result);
        result = var_term(L, v);
    }
    CHECK(outcomes_are_valid(L, outcomes));
    Step *steps = run_alloc(L->run, outcomes->count * sizeof *steps);
    for (uint32_t i = 0; i < outcomes->count; i++)
        steps[i] = outcomes->data[i].step;
    steps_emit(L, steps, outcomes->count);
    run_release(L->run, steps);
    vec_free(L->run, outcomes);
    return result;
}

void result_bind(Lowering *L, LLVMValueRef call, Term result)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) value_bind(L, L->frame, call, val_term(result));
}

void outcomes_finish(Lowering *L, LLVMValueRef call, Outcomes *outcomes, const char *name)
{
    Term result = outcomes_emit(L, call, outcomes, name, LLVMGetFirstUse(call) != NULL);
    result_bind(L, call, result);
}
