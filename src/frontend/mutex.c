/* Mutexes: one shared Boolean each, true while held. Relocking blocks for ever, as a normal mutex does. Condition
 * variables have no state: POSIX lets a wait end at any time, without a signal. */
#include "frontend/lower.h"

#define BUSY 16       /* EBUSY */
#define TIMED_OUT 110 /* ETIMEDOUT */

static void result_bind(Lowering *L, LLVMValueRef call, Term result)
{
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) value_bind(L, L->frame, call, val_term(result));
}

/* The mutexes that the operand may point to. */
typedef struct Mutex {
    Term guard;
    VarId var;
} Mutex;
typedef VEC(Mutex) Mutexes;

static void mutexes_find(Lowering *L, LLVMValueRef mutex, Mutexes *mutexes)
{
    Val address = operand_val(L, mutex);
    Choices choices = {0};
    choices_find_exact(L, &address, &choices);
    for (uint32_t i = 0; i < choices.count; i++) {
        const Choice *c = &choices.data[i];
        if (c->val.kind != VAL_POINTER) continue;
        uint32_t cell = mutex_cell(L, &c->val); /* adds to the cells */
        Mutex m = {c->guard, L->cells.data[cell].var};
        vec_push(L->run, mutexes, m);
    }
    vec_free(L->run, &choices);
}

static Term guard_and(Lowering *L, const Mutex *m, Term t)
{
    return term_is(m->guard) ? term_and(L->tm, m->guard, t) : t;
}

static void emit_all(Lowering *L, Step *steps, uint32_t count)
{
    if (count == 0)
        condition_add(L, term_bool(L->tm, false));
    else
        steps_emit(L, steps, count);
    run_release(L->run, steps);
}

static void lower_trylock(Lowering *L, LLVMValueRef call, const Mutexes *mutexes)
{
    Step *steps = run_alloc(L->run, (2 * mutexes->count + 1) * sizeof *steps);
    Sort sort = type_sort(L, LLVMTypeOf(call));
    Term result = term_const(L->tm, sort, 0);
    VarId v = {NO_ID};
    if (LLVMGetFirstUse(call)) {
        v = var_temporary(L, "trylock.tmp", sort, true);
        result = var_term(L, v);
    }
    for (uint32_t i = 0; i < mutexes->count; i++) {
        const Mutex *m = &mutexes->data[i];
        Term held = var_term(L, m->var);
        steps[2 * i].guard = guard_and(L, m, term_not(L->tm, held));
        steps[2 * i + 1].guard = guard_and(L, m, held);
        step_assign(L, &steps[2 * i], m->var, term_bool(L->tm, true));
        if (v.i == NO_ID) continue;
        step_assign(L, &steps[2 * i], v, term_const(L->tm, sort, 0));
        step_assign(L, &steps[2 * i + 1], v, term_const(L->tm, sort, BUSY));
    }
    emit_all(L, steps, 2 * mutexes->count);
    result_bind(L, call, result);
}

static void set_all(Lowering *L, const Mutexes *mutexes, bool is_lock)
{
    Step *steps = run_alloc(L->run, (mutexes->count + 1) * sizeof *steps);
    for (uint32_t i = 0; i < mutexes->count; i++) {
        const Mutex *m = &mutexes->data[i];
        steps[i].guard = is_lock ? guard_and(L, m, term_not(L->tm, var_term(L, m->var))) : m->guard;
        step_assign(L, &steps[i], m->var, term_bool(L->tm, is_lock));
    }
    emit_all(L, steps, mutexes->count);
}

void lower_mutex(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    if (reads_are_pending(L)) reads_flush(L);
    Mutexes mutexes = {0};
    mutexes_find(L, LLVMGetOperand(call, 0), &mutexes);
    operands_retire(L, call);
    origin_access(L, call, operation != INTRINSIC_MUTEX_DESTROY);
    if (operation == INTRINSIC_MUTEX_TRYLOCK) {
        lower_trylock(L, call, &mutexes);
    } else {
        if (operation != INTRINSIC_MUTEX_DESTROY) set_all(L, &mutexes, operation == INTRINSIC_MUTEX_LOCK);
        bool is_void = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
        Sort sort = is_void ? sort_bv(32) : type_sort(L, LLVMTypeOf(call));
        result_bind(L, call, term_const(L->tm, sort, 0));
    }
    vec_free(L->run, &mutexes);
}

/* Releases the mutex and takes it again later: every wake-up may be a spurious one, so that signals make no difference
 * to what can be reached. */
void lower_wait(Lowering *L, LLVMValueRef call)
{
    bool is_timed = LLVMGetNumArgOperands(call) == 3;
    if (LLVMGetNumArgOperands(call) < 2) lower_refuse(L, "pthread_cond_wait needs 2 arguments; correct the call");
    if (L->cursor.depth > 0)
        lower_refuse(L, "waiting inside an atomic section is not supported; end the section first");
    origin_refuse(L, L->pos, "waiting for a condition variable cannot be run natively yet");
    values_flush(L);
    Mutexes mutexes = {0};
    mutexes_find(L, LLVMGetOperand(call, 1), &mutexes);
    operands_retire(L, call);
    set_all(L, &mutexes, false);
    if (L->cursor.is_reachable) set_all(L, &mutexes, true);
    vec_free(L->run, &mutexes);
    bool is_void = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
    Sort sort = is_void ? sort_bv(32) : type_sort(L, LLVMTypeOf(call));
    Term result = term_const(L->tm, sort, 0);
    if (is_timed) {
        Term is_late = fresh_input(L, sort_bool(), "timeout");
        result = term_ite(L->tm, is_late, term_const(L->tm, sort, TIMED_OUT), result);
    }
    if (L->cursor.is_reachable) result_bind(L, call, result);
}
