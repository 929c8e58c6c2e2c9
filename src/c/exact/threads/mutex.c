#include "c/exact/threads/mutex.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/threads/condition.h"
#include "c/exact/threads/sync.h"
#include "c/exact/threads/sync_check.h"
#include "c/exact/threads/valid_sync.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define EPERM 1
#define EAGAIN 11
#define EBUSY 16
#define EINVAL 22
#define EDEADLK 35
#define ETIMEDOUT 110

/* <threads.h> */
#define THRD_BUSY 1
#define THRD_ERROR 2
#define THRD_TIMEDOUT 4

/* ---- results ---- */

typedef enum LockMode { LOCK_WAIT, LOCK_TRY, LOCK_TIMED } LockMode;

static bool is_c11(const Lowering *L)
{
    return strncmp(L->callee, "mtx_", 4) == 0 || strncmp(L->callee, "cnd_", 4) == 0;
}

/* Spin locks are like mutexes of the default type. */
static SyncKind lock_kind(const Lowering *L)
{
    return strncmp(L->callee, "pthread_spin_", 13) == 0 ? SYNC_SPINLOCK : SYNC_MUTEX;
}

/* An error code of POSIX as the function called reports it. */
static Term error_term(Lowering *L, LLVMValueRef call, uint64_t posix)
{
    uint64_t c11 = posix == EBUSY ? THRD_BUSY : posix == ETIMEDOUT ? THRD_TIMEDOUT : THRD_ERROR;
    return result_term(L, call, is_c11(L) ? c11 : posix);
}

/* ---- one mutex ---- */

/* What is known of one mutex before the call. For a mutex of the default type neither is ever true. */
typedef struct MutexHolding {
    bool is_typed;
    VarId own;
    Term count;                         /* of the thread at hand */
    Term is_again, is_error, is_others; /* held by the thread and recursive, or checked; recursive or checked, but not
                                           held by the thread */
} MutexHolding;

static MutexHolding holding_of(Lowering *L, const SyncTarget *t)
{
    CHECK(sync_is_valid(L, t, lock_kind(L)));
    MutexHolding h = {0};
    h.is_typed = sync_is_typed(L, t->place.cell);
    h.is_again = h.is_error = h.is_others = term_bool(L->tm, false);
    if (!h.is_typed) return h;
    h.own = sync_own(L, t->place.cell);
    CHECK(sync_is_own(L, h.own));
    h.count = var_term(L, h.own);
    Term type = sync_term(L, t, 1);
    Term is_recursive = term_eq(L->tm, type, term_bv(L->tm, 32, MUTEX_RECURSIVE));
    Term is_checked = term_eq(L->tm, type, term_bv(L->tm, 32, MUTEX_ERRORCHECK));
    Term is_free = term_eq(L->tm, h.count, term_bv(L->tm, 32, 0));
    h.is_again = term_and(L->tm, is_recursive, term_not(L->tm, is_free));
    h.is_error = term_and(L->tm, is_checked, term_not(L->tm, is_free));
    h.is_others = term_and(L->tm, term_or(L->tm, is_recursive, is_checked), is_free);
    CHECK(!term_same(h.is_again, h.is_others) && !term_same(h.is_error, h.is_others));
    return h;
}

/* Whether the mutex can be in the state: nobody holds it unless somebody does. */
static bool state_make(bool is_typed, uint32_t k, SyncState *s)
{
    static const uint64_t owns[] = {0, 1, 2, UINT32_MAX};
    *s = (SyncState){{k & 1, k >> 1 & 3}, owns[k >> 3]};
    if (!is_typed) return k < 2;
    return s->own == 0 || (s->values[0] && (s->own == 1 || s->values[1] == MUTEX_RECURSIVE));
}

#define STATES 32

static bool is_mutex_state(const SyncState *s, bool is_typed, uint64_t held, uint64_t own)
{
    return s->values[0] == held && (!is_typed || s->own == own);
}

/* Does a lock, in each state, come out as POSIX says? */
static bool mutex_lock_is_right(Lowering *L, const SyncTarget *t, bool is_typed, LockMode mode,
                                const Outcomes *outcomes, uint32_t first)
{
    SyncState s;
    for (uint32_t k = 0; k < STATES && !term_is(t->guard) && !term_is(t->place.index); k++) {
        if (!state_make(is_typed, k, &s)) continue;
        SyncState after = s;
        uint32_t ways = sync_ways(L, outcomes, first, t, s, &after);
        bool is_mine = is_typed && s.own > 0, is_again = is_mine && s.values[1] == MUTEX_RECURSIVE;
        bool is_told = is_again || (is_mine && s.values[1] == MUTEX_ERRORCHECK);
        uint64_t own = is_again && s.own < UINT32_MAX ? s.own + 1 : s.own;
        if (ways != (!s.values[0] || is_told || mode != LOCK_WAIT)) return false;
        if (!is_mutex_state(&after, is_typed, ways || s.values[0], s.values[0] ? own : 1)) return false;
    }
    return true;
}

static bool mutex_unlock_is_right(Lowering *L, const SyncTarget *t, bool is_typed, const Outcomes *outcomes,
                                  uint32_t first)
{
    SyncState s;
    for (uint32_t k = 0; k < STATES && !term_is(t->guard) && !term_is(t->place.index); k++) {
        if (!state_make(is_typed, k, &s)) continue;
        SyncState after = s;
        bool is_told = is_typed && (s.values[1] == MUTEX_RECURSIVE || s.values[1] == MUTEX_ERRORCHECK);
        bool stays = is_typed && s.own > 1, is_refused = is_told && s.own == 0;
        if (sync_ways(L, outcomes, first, t, s, &after) != 1) return false;
        if (!is_mutex_state(&after, is_typed, stays || is_refused ? s.values[0] : 0, stays ? s.own - 1 : 0))
            return false;
    }
    return true;
}

static void add_relock(Lowering *L, LLVMValueRef call, const SyncTarget *t, const MutexHolding *h, LockMode mode,
                       Outcomes *outcomes)
{
    Term is_full = term_eq(L->tm, h->count, term_bv(L->tm, 32, UINT32_MAX));
    CHECK(h->is_typed && term_is(h->count));
    Term again = term_and(L->tm, sync_term(L, t, 0), h->is_again);
    Step *step = outcome_add(L, outcomes, t, term_and(L->tm, again, term_not(L->tm, is_full)), result_term(L, call, 0));
    step_assign(L, step, h->own, term_add(L->tm, h->count, term_bv(L->tm, 32, 1)));
    outcome_add(L, outcomes, t, term_and(L->tm, again, is_full), error_term(L, call, EAGAIN));
    if (mode == LOCK_TRY) return;
    Term is_error = term_and(L->tm, sync_term(L, t, 0), h->is_error);
    outcome_add(L, outcomes, t, is_error, error_term(L, call, EDEADLK));
}

static void add_mutex_lock(Lowering *L, LLVMValueRef call, const SyncTarget *t, LockMode mode, Outcomes *outcomes)
{
    uint32_t before = outcomes->count;
    MutexHolding h = holding_of(L, t);
    Term held = sync_term(L, t, 0);
    if (mode == LOCK_WAIT && !strstr(L->callee, "wait")) valid_sync_lock(L, t);
    Step *step = outcome_add(L, outcomes, t, term_not(L->tm, held), result_term(L, call, 0));
    sync_set(L, step, t, 0, term_bool(L->tm, true));
    waits_own(L, t->place.cell, true, step);
    if (h.is_typed) {
        step_assign(L, step, h.own, term_bv(L->tm, 32, 1));
        add_relock(L, call, t, &h, mode, outcomes);
    }
    if (mode != LOCK_WAIT) {
        Term is_busy = term_and(L->tm, held, term_not(L->tm, h.is_again));
        if (mode == LOCK_TIMED) assumption_time(L, call);
        if (mode == LOCK_TIMED) is_busy = term_and(L->tm, is_busy, term_not(L->tm, h.is_error));
        outcome_add(L, outcomes, t, is_busy, error_term(L, call, mode == LOCK_TRY ? EBUSY : ETIMEDOUT));
    } else {
        Term is_told = term_or(L->tm, h.is_again, h.is_error);
        Term blocked = term_and(L->tm, held, term_not(L->tm, is_told));
        outcomes_end_wait(outcomes, before, waits_add_lock(L, t->place.cell, false, t->guard, blocked));
    }
    CHECK(mutex_lock_is_right(L, t, h.is_typed, mode, outcomes, before));
}

static void add_mutex_unlock(Lowering *L, LLVMValueRef call, const SyncTarget *t, Outcomes *outcomes)
{
    uint32_t before = outcomes->count;
    MutexHolding h = holding_of(L, t);
    valid_sync_unlock(L, call, t);
    Term guard = TERM_NONE, success = result_term(L, call, 0);
    if (h.is_typed) {
        outcome_add(L, outcomes, t, h.is_others, error_term(L, call, EPERM));
        Term one = term_bv(L->tm, 32, 1);
        Term stays = term_and(L->tm, h.is_again, term_not(L->tm, term_eq(L->tm, h.count, one)));
        Step *step = outcome_add(L, outcomes, t, stays, success);
        step_assign(L, step, h.own, term_sub(L->tm, h.count, one));
        guard = term_and(L->tm, term_not(L->tm, h.is_others), term_not(L->tm, stays));
    }
    Step *step = outcome_add(L, outcomes, t, guard, success);
    sync_set(L, step, t, 0, term_bool(L->tm, false));
    waits_own(L, t->place.cell, false, step);
    waits_add_release(L, t->place.cell, step->guard, sync_term(L, t, 0));
    if (h.is_typed) step_assign(L, step, h.own, term_bv(L->tm, 32, 0));
    CHECK(mutex_unlock_is_right(L, t, h.is_typed, outcomes, before));
}

/* ---- attributes ---- */

/* The type that an attribute object has, read in a step of its own. */
static Term attribute_type(Lowering *L, LLVMValueRef call, LLVMValueRef operand)
{
    Val address = operand_val(L, operand);
    if (address.kind == VAL_TERM && term_is_const(L->tm, address.terms[0])) return term_bv(L->tm, 32, 0); /* NULL */
    SyncTargets targets = {0};
    Outcomes outcomes = {0};
    sync_find(L, operand, SYNC_ATTRIBUTE, &targets);
    VarId type = var_temporary(L, "type.tmp", sort_bv(32), false);
    for (uint32_t i = 0; i < targets.count; i++) {
        Step *step = outcome_add(L, &outcomes, &targets.data[i], TERM_NONE, result_term(L, call, 0));
        step_assign(L, step, type, sync_term(L, &targets.data[i], 0));
    }
    if (address.kind == VAL_ADDRESS && address.count == 1 && address.offset == 0) {
        Term null = term_bv(L->tm, L->pointer_width, 0);
        Step *step = outcome_add(L, &outcomes, NULL, term_eq(L->tm, address.terms[0], null), result_term(L, call, 0));
        step_assign(L, step, type, term_bv(L->tm, 32, 0));
    }
    outcomes_emit(L, call, &outcomes, "", false);
    vec_free(L->run, &targets);
    CHECK(program_is_local_of(L->program, type, L->thread->id));
    return var_term(L, type);
}

void lower_attribute(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    bool is_init = operation == INTRINSIC_ATTRIBUTE_INIT;
    if (!sync_has_attributes(L)) {
        operands_retire(L, call);
        statement_end(L);
        result_bind(L, call, result_term(L, call, 0));
        return;
    }
    origin_refuse(L, L->pos, "the type of a mutex cannot be chosen natively yet");
    sync_begin(L, call, is_init ? 1 : 2);
    SyncTargets targets = {0};
    Outcomes outcomes = {0};
    sync_find(L, LLVMGetOperand(call, 0), SYNC_ATTRIBUTE, &targets);
    Term type = is_init ? term_bv(L->tm, 32, 0) : sync_number(L, LLVMGetOperand(call, 1));
    Term is_valid = term_binary(L->tm, TERM_ULE, type, term_bv(L->tm, 32, MUTEX_TYPE_MAX));
    operands_retire(L, call);
    CHECK(sort_same(term_sort(L->tm, type), sort_bv(32)));
    for (uint32_t i = 0; i < targets.count; i++) {
        Step *step = outcome_add(L, &outcomes, &targets.data[i], is_valid, result_term(L, call, 0));
        sync_set(L, step, &targets.data[i], 0, type);
        outcome_add(L, &outcomes, &targets.data[i], term_not(L->tm, is_valid), result_term(L, call, EINVAL));
    }
    outcomes_finish(L, call, &outcomes, "result.tmp");
    vec_free(L->run, &targets);
}

/* ---- calls ---- */

/* Of pthread_mutex_init, or of mtx_init; 0 where the program has no mutex of another type. */
static Term initial_type(Lowering *L, LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) < 2) return term_bv(L->tm, 32, 0);
    LLVMValueRef operand = LLVMGetOperand(call, 1);
    if (is_c11(L)) {
        Term bit = term_extract(L->tm, operand_term(L, operand), 0, 1); /* mtx_recursive */
        return term_zext(L->tm, bit, 32);
    }
    if (!sync_has_attributes(L) || lock_kind(L) == SYNC_SPINLOCK) return term_bv(L->tm, 32, 0);
    return attribute_type(L, call, operand);
}

static void add_mutex_init(Lowering *L, LLVMValueRef call, const SyncTarget *t, Term type, Outcomes *outcomes)
{
    CHECK(sync_is_valid(L, t, lock_kind(L)) && sort_same(term_sort(L->tm, type), sort_bv(32)));
    valid_sync_renew(L, call, t);
    Step *step = outcome_add(L, outcomes, t, TERM_NONE, result_term(L, call, 0));
    sync_set(L, step, t, 0, term_bool(L->tm, false));
    waits_own(L, t->place.cell, false, step);
    waits_add_initial(L, t->place.cell, t->guard, sync_term(L, t, 0));
    if (!sync_is_typed(L, t->place.cell)) return;
    sync_set(L, step, t, 1, type);
    step_assign(L, step, sync_own(L, t->place.cell), term_bv(L->tm, 32, 0));
}

static void add_mutex_operation(Lowering *L, LLVMValueRef call, Intrinsic operation, const SyncTarget *t,
                                Outcomes *outcomes)
{
    CHECK(operation >= INTRINSIC_MUTEX_LOCK && operation <= INTRINSIC_MUTEX_UNLOCK);
    if (operation == INTRINSIC_MUTEX_UNLOCK)
        add_mutex_unlock(L, call, t, outcomes);
    else if (operation == INTRINSIC_MUTEX_TRYLOCK)
        add_mutex_lock(L, call, t, LOCK_TRY, outcomes);
    else if (operation == INTRINSIC_MUTEX_TIMEDLOCK)
        add_mutex_lock(L, call, t, LOCK_TIMED, outcomes);
    else
        add_mutex_lock(L, call, t, LOCK_WAIT, outcomes);
}

void lower_mutex(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    sync_begin(L, call, 1);
    if (operation == INTRINSIC_MUTEX_TIMEDLOCK)
        origin_refuse(L, L->pos, "a lock with a time limit cannot be run natively yet");
    if (operation == INTRINSIC_MUTEX_TRYLOCK && is_c11(L))
        origin_refuse(L, L->pos, "mtx_trylock cannot be run natively yet");
    Term type = operation == INTRINSIC_MUTEX_INIT ? initial_type(L, call) : TERM_NONE;
    SyncTargets mutexes = {0};
    Outcomes outcomes = {0};
    sync_find(L, LLVMGetOperand(call, 0), lock_kind(L), &mutexes);
    operands_retire(L, call);
    origin_access(L, call, operation != INTRINSIC_MUTEX_DESTROY);
    if (operation == INTRINSIC_MUTEX_DESTROY) {
        for (uint32_t i = 0; i < mutexes.count; i++)
            valid_sync_renew(L, call, &mutexes.data[i]);
        result_bind(L, call, result_term(L, call, 0));
    } else {
        for (uint32_t i = 0; i < mutexes.count; i++)
            if (operation == INTRINSIC_MUTEX_INIT)
                add_mutex_init(L, call, &mutexes.data[i], type, &outcomes);
            else
                add_mutex_operation(L, call, operation, &mutexes.data[i], &outcomes);
        outcomes_finish(L, call, &outcomes, operation == INTRINSIC_MUTEX_TRYLOCK ? "trylock.tmp" : "result.tmp");
    }
    vec_free(L->run, &mutexes);
}

/* Releases the mutex and takes it again later: every wake-up may be a spurious one, so that signals make no difference
 * to what can be reached. A wait that cannot release the mutex (it is checked for errors, and not the thread's) ends at
 * once. */
void lower_wait(Lowering *L, LLVMValueRef call)
{
    bool is_timed = LLVMGetNumArgOperands(call) >= 3;
    sync_refuse_atomic(L);
    origin_refuse(L, L->pos, "waiting for a condition variable cannot be run natively yet");
    sync_begin(L, call, 2);
    SyncTargets mutexes = {0};
    Outcomes release = {0}, take = {0};
    ConditionTargets conditions = {.which = {NO_ID}};
    sync_find(L, LLVMGetOperand(call, 1), SYNC_MUTEX, &mutexes);
    VarId mutex = mutexes.count == 1 ? L->cells.data[mutexes.data[0].place.cell].var : (VarId){NO_ID};
    condition_find(L, LLVMGetOperand(call, 0), !is_timed, &conditions);
    SyncMeants meant = {0};
    valid_sync_wait(L, call, &mutexes, &meant);
    operands_retire(L, call);
    for (uint32_t i = 0; i < mutexes.count; i++) {
        uint32_t before = release.count;
        add_mutex_unlock(L, call, &mutexes.data[i], &release);
        valid_sync_sleep(L, &meant, &mutexes.data[i], &release, before, true);
    }
    for (uint32_t i = 0; i < release.count; i++)
        if (term_same(release.data[i].result, result_term(L, call, 0)))
            condition_sleep(L, &conditions, is_timed, mutex, &release.data[i].step);
    Term released = outcomes_emit(L, call, &release, "result.tmp", true);
    if (!L->cursor.is_reachable) {
        vec_free(L->run, &mutexes);
        vec_free(L->run, &conditions.list);
        vec_free(L->run, &meant);
        return;
    }
    Term is_released = term_eq(L->tm, released, result_term(L, call, 0));
    condition_wake(L, &conditions, is_timed, is_released);
    vec_free(L->run, &conditions.list);
    uint32_t first = L->waits.list.count;
    for (uint32_t i = 0; i < mutexes.count; i++) {
        uint32_t before = take.count;
        add_mutex_lock(L, call, &mutexes.data[i], LOCK_WAIT, &take);
        valid_sync_sleep(L, &meant, &mutexes.data[i], &take, before, false);
    }
    vec_free(L->run, &meant);
    for (uint32_t i = 0; i < take.count; i++)
        take.data[i].step.guard = term_and(L->tm, is_released, take.data[i].step.guard);
    waits_restrict(L, first, is_released);
    if (!term_is_true(L->tm, is_released)) outcome_add(L, &take, NULL, term_not(L->tm, is_released), released);
    CHECK(L->cursor.depth == 0); /* others run while the thread waits */
    Term result = outcomes_emit(L, call, &take, "result.tmp", LLVMGetFirstUse(call) != NULL);
    vec_free(L->run, &mutexes);
    if (is_timed) {
        assumption_time(L, call);
        Term is_late = term_and(L->tm, is_released, fresh_input(L, sort_bool(), "timeout"));
        result = term_ite(L->tm, is_late, error_term(L, call, ETIMEDOUT), result);
    }
    if (L->cursor.is_reachable) result_bind(L, call, result);
}
