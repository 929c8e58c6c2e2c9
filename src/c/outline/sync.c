#include "c/outline/sync.h"

#include <string.h>

#include "base/check.h"
#include "c/outline/emit.h"
#include "c/outline/memory.h"
#include "c/outline/value.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

typedef enum LockAction { LOCK_NOTHING, LOCK_MAKE, LOCK_TAKE, LOCK_READ, LOCK_RELEASE } LockAction;

static LockAction action_of_call(Intrinsic intrinsic, bool *may_fail)
{
    *may_fail = false;
    switch ((int)intrinsic) {
    case INTRINSIC_MUTEX_INIT:
    case INTRINSIC_RWLOCK_INIT: return LOCK_MAKE;
    case INTRINSIC_MUTEX_TRYLOCK:
    case INTRINSIC_MUTEX_TIMEDLOCK:
    case INTRINSIC_RWLOCK_TRY_WRITE:
    case INTRINSIC_RWLOCK_TIMED_WRITE: *may_fail = true; return LOCK_TAKE;
    case INTRINSIC_MUTEX_LOCK:
    case INTRINSIC_RWLOCK_WRITE: return LOCK_TAKE;
    case INTRINSIC_RWLOCK_TRY_READ:
    case INTRINSIC_RWLOCK_TIMED_READ: *may_fail = true; return LOCK_READ;
    case INTRINSIC_RWLOCK_READ: return LOCK_READ;
    case INTRINSIC_MUTEX_UNLOCK:
    case INTRINSIC_RWLOCK_UNLOCK: return LOCK_RELEASE;
    default: return LOCK_NOTHING;
    }
}

static Term number_term(Outline *o, uint32_t n) { return term_bv(o->tm, 32, n); }

/* Whether the thread has the lock as a writer: who asks for it again may be told so instead of waiting (rwlock.h). A
 * thread that goes on for another one, behind a longjmp, may have it or not. */
static VarId owns(Outline *o, const OutlineCell *lock)
{
    VarId *var = &o->owns[lock - o->cells.data];
    if (var->i != NO_ID) return *var;
    *var = outline_local(o, sort_bool(), "has_lock");
    if (!o->thread->may_land) o->program->vars.data[var->i].init = term_bool(o->tm, false);
    return *var;
}

static void set_owner(Outline *o, const OutlineCell *lock, OutlineStep *step, bool is_owner)
{
    if (lock->kind == OUTLINE_RWLOCK) outline_assign(o, step, owns(o, lock), term_bool(o->tm, is_owner));
}

/* What a call does to one lock. */
static OutlineStep act(Outline *o, const OutlineCell *lock, LockAction action)
{
    TermManager *tm = o->tm;
    Term held = outline_term(o, lock->var), taken = number_term(o, lock->kind == OUTLINE_RWLOCK ? OUTLINE_WRITER : 1);
    Term is_free = term_eq(tm, held, number_term(o, 0)), is_writing = term_eq(tm, held, number_term(o, OUTLINE_WRITER));
    OutlineStep step = {0};
    switch (action) {
    case LOCK_NOTHING: break;
    case LOCK_MAKE: outline_assign(o, &step, lock->var, number_term(o, 0)); break;
    case LOCK_TAKE:
        step.guard = is_free;
        outline_assign(o, &step, lock->var, taken);
        set_owner(o, lock, &step, true);
        break;
    case LOCK_READ:
        step.guard = term_not(tm, is_writing);
        outline_assign(o, &step, lock->var, term_add(tm, held, number_term(o, 1)));
        break;
    case LOCK_RELEASE: {
        Term last = lock->kind == OUTLINE_MUTEX ? term_bool(tm, true) : term_or(tm, is_writing, is_free);
        Term less = term_sub(tm, held, number_term(o, 1));
        outline_assign(o, &step, lock->var, term_ite(tm, last, number_term(o, 0), less));
        set_owner(o, lock, &step, false);
        break;
    }
    }
    return step;
}

/* Any result but, where it took the lock, success; where it did not, failure. */
static void assign_lock_result(Outline *o, LLVMValueRef call, OutlineStep *step, bool is_success, bool is_known)
{
    if (!LLVMGetFirstUse(call) || !outline_has_sort(LLVMTypeOf(call))) return;
    Sort sort = outline_sort(LLVMTypeOf(call));
    Term zero = term_const(o->tm, sort, 0), any = is_known && is_success ? zero : outline_any(o, sort);
    if (is_known && !is_success) {
        Term fails = term_ne(o->tm, any, zero);
        step->guard = term_is(step->guard) ? term_and(o->tm, step->guard, fails) : fails;
    }
    outline_assign(o, step, outline_variable(o, call, 0), any);
}

static void finish_ways(Outline *o, LLVMValueRef call, OutlineStep *steps, uint32_t count)
{
    outline_ways(o, steps, count);
    if (LLVMGetFirstUse(call) && outline_has_sort(LLVMTypeOf(call))) outline_bind_variable(o, call, 0);
}

static void lower_exact(Outline *o, LLVMValueRef call, uint32_t cell, LockAction action, bool may_fail)
{
    const OutlineCell *lock = &o->cells.data[cell];
    OutlineStep steps[2] = {act(o, lock, action)};
    bool may_have = lock->kind == OUTLINE_RWLOCK && (action == LOCK_TAKE || action == LOCK_READ);
    assign_lock_result(o, call, &steps[0], true, true);
    if (may_have && !may_fail) steps[1].guard = outline_term(o, owns(o, lock));
    if (may_fail || may_have) assign_lock_result(o, call, &steps[1], false, true);
    finish_ways(o, call, steps, may_fail || may_have ? 2 : 1);
}

/* What may be one of the locks, or another one: it happens to any of them, or to none, with any result. */
static void lower_any(Outline *o, LLVMValueRef call, LLVMValueRef operand, OutlineKind kind, LockAction action)
{
    Ids locks;
    outline_locks(o, operand, kind, &locks);
    outline_note(o, "which lock is meant is not known: it may be taken whoever holds it");
    OutlineStep *steps = run_alloc(o->run, (locks.count + 1) * sizeof *steps);
    for (uint32_t i = 0; i < locks.count; i++)
        steps[i] = act(o, &o->cells.data[locks.data[i]], action);
    for (uint32_t i = 0; i <= locks.count; i++)
        assign_lock_result(o, call, &steps[i], true, false);
    finish_ways(o, call, steps, locks.count + 1);
    vec_free(o->run, &locks);
    run_release(o->run, steps);
}

/* The mutex is free while the call waits; that it waits for a signal is left out. */
static void abstract_wait(Outline *o, LLVMValueRef call, LLVMValueRef operand, uint32_t cell)
{
    size_t n = 0;
    bool is_timed = strstr(LLVMGetValueName2(LLVMGetCalledValue(call), &n), "wait") && LLVMGetNumArgOperands(call) > 2;
    outline_note(o, "waiting for a condition may end at any time");
    if (cell == UINT32_MAX) {
        Ids locks;
        outline_locks(o, operand, OUTLINE_MUTEX, &locks);
        OutlineStep *steps = run_alloc(o->run, (locks.count + 1) * sizeof *steps);
        for (uint32_t i = 0; i < locks.count; i++)
            steps[i] = act(o, &o->cells.data[locks.data[i]], LOCK_RELEASE);
        outline_ways(o, steps, locks.count + 1);
        vec_free(o->run, &locks);
        run_release(o->run, steps);
        lower_any(o, call, operand, OUTLINE_MUTEX, LOCK_TAKE);
        return;
    }
    OutlineStep release = act(o, &o->cells.data[cell], LOCK_RELEASE);
    outline_step(o, &release);
    OutlineStep take = act(o, &o->cells.data[cell], LOCK_TAKE);
    assign_lock_result(o, call, &take, true, !is_timed);
    finish_ways(o, call, &take, 1);
}

void outline_sync(Outline *o, LLVMValueRef call, Intrinsic intrinsic, LLVMValueRef operand, OutlineKind kind)
{
    bool may_fail;
    LockAction action = action_of_call(intrinsic, &may_fail);
    uint32_t cell = outline_cell(o, operand, 0, kind);
    if (intrinsic == INTRINSIC_COND_WAIT)
        abstract_wait(o, call, operand, cell);
    else if (action == LOCK_NOTHING)
        outline_bind_any(o, call);
    else if (cell == UINT32_MAX)
        lower_any(o, call, operand, kind, action);
    else
        lower_exact(o, call, cell, action, may_fail);
}
