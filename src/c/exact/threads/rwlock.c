#include "c/exact/threads/rwlock.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/sync_object.h"
#include "c/exact/model/assumption.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/threads/sync.h"
#include "c/exact/threads/sync_check.h"
#include "c/exact/threads/valid_sync.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define EAGAIN 11
#define EBUSY 16
#define EDEADLK 35
#define ETIMEDOUT 110

enum { WRITER, READERS }; /* see sync_object.h */

#define WRITES UINT32_MAX /* sync_own of the writer; of others the number of their read locks */

typedef struct LockRequest {
    bool is_write, is_try, is_timed;
} LockRequest;

static LockRequest request_of(Intrinsic operation)
{
    LockRequest r = {0};
    r.is_write = operation == INTRINSIC_RWLOCK_WRITE || operation == INTRINSIC_RWLOCK_TRY_WRITE ||
                 operation == INTRINSIC_RWLOCK_TIMED_WRITE;
    r.is_try = operation == INTRINSIC_RWLOCK_TRY_READ || operation == INTRINSIC_RWLOCK_TRY_WRITE;
    r.is_timed = operation == INTRINSIC_RWLOCK_TIMED_READ || operation == INTRINSIC_RWLOCK_TIMED_WRITE;
    CHECK(!(r.is_try && r.is_timed) && operation >= INTRINSIC_RWLOCK_READ && operation < INTRINSIC_RWLOCK_UNLOCK);
    return r;
}

static Term own_count_term(Lowering *L, const SyncTarget *t) { return var_term(L, sync_own(L, t->place.cell)); }

static Term own_is(Lowering *L, const SyncTarget *t, uint64_t n)
{
    return term_eq(L->tm, own_count_term(L, t), term_bv(L->tm, 32, n));
}

static void add_to_readers(Lowering *L, const SyncTarget *t, int64_t n, Step *step)
{
    sync_set(L, step, t, READERS, term_add(L->tm, sync_term(L, t, READERS), term_int(L->tm, n)));
}

static void set_own(Lowering *L, const SyncTarget *t, Term count, Step *step)
{
    VarId own = sync_own(L, t->place.cell);
    CHECK(sync_is_own(L, own) && sort_same(term_sort(L->tm, count), sort_bv(32)));
    step_assign(L, step, own, count);
}

/* ---- what the outcomes are, state by state ---- */

/* State number k of six: free; read by others, by the thread, by the thread as often as it may; written by others, by
 * the thread. */
static SyncState state_number(uint32_t k)
{
    static const SyncState states[] = {{{0, 0}, 0}, {{0, 2}, 0},     {{0, 2}, 1}, {{0, WRITES - 1}, WRITES - 1},
                                       {{1, 0}, 0}, {{1, 0}, WRITES}};
    return states[k];
}

static bool is_rwlock_state(const SyncState *s, uint64_t writer, uint64_t readers, uint64_t own)
{
    return s->values[WRITER] == writer && s->values[READERS] == readers && s->own == own;
}

static bool rwlock_lock_is_right(Lowering *L, const SyncTarget *t, LockRequest request, const Outcomes *outcomes,
                                 uint32_t first)
{
    for (uint32_t k = 0; k < 6 && !term_is(t->guard) && !term_is(t->place.index); k++) {
        SyncState s = state_number(k), after = s;
        uint64_t writer = s.values[WRITER], readers = s.values[READERS];
        bool is_free = !writer && (!request.is_write || readers == 0), is_full = !request.is_write && k == 3;
        bool may_wait = !request.is_try && !request.is_timed && k != 5;
        uint32_t ways = sync_ways(L, outcomes, first, t, s, &after);
        if (is_free ? ways != 1 : ways > (k == 5 && request.is_timed ? 2 : 1) || (ways == 0) != may_wait) return false;
        bool is_taken = is_free && !is_full;
        if (!is_taken && !is_rwlock_state(&after, writer, readers, s.own)) return false;
        if (is_taken && request.is_write && !is_rwlock_state(&after, 1, 0, WRITES)) return false;
        if (is_taken && !request.is_write && !is_rwlock_state(&after, 0, readers + 1, s.own + 1)) return false;
    }
    return true;
}

static bool rwlock_unlock_is_right(Lowering *L, const SyncTarget *t, const Outcomes *outcomes, uint32_t first)
{
    for (uint32_t k = 0; k < 6 && !term_is(t->guard) && !term_is(t->place.index); k++) {
        SyncState s = state_number(k), after = s;
        uint64_t readers = s.values[READERS];
        if (sync_ways(L, outcomes, first, t, s, &after) != 1) return false;
        if (!is_rwlock_state(&after, 0, readers ? readers - 1 : 0, k == 2 || k == 3 ? s.own - 1 : 0)) return false;
    }
    return true;
}

/* ---- the outcomes ---- */

static Term add_write_lock(Lowering *L, LLVMValueRef call, const SyncTarget *t, Outcomes *outcomes)
{
    CHECK(sync_is_valid(L, t, SYNC_RWLOCK));
    Term is_unread = term_eq(L->tm, sync_term(L, t, READERS), term_int(L->tm, 0));
    Term is_free = term_and(L->tm, term_not(L->tm, sync_term(L, t, WRITER)), is_unread);
    Step *step = outcome_add(L, outcomes, t, is_free, result_term(L, call, 0));
    sync_set(L, step, t, WRITER, term_bool(L->tm, true));
    set_own(L, t, term_bv(L->tm, 32, WRITES), step);
    return is_free;
}

static Term add_read_lock(Lowering *L, LLVMValueRef call, const SyncTarget *t, Outcomes *outcomes)
{
    CHECK(sync_is_valid(L, t, SYNC_RWLOCK));
    Term is_free = term_not(L->tm, sync_term(L, t, WRITER)), is_full = own_is(L, t, WRITES - 1);
    Step *step =
        outcome_add(L, outcomes, t, term_and(L->tm, is_free, term_not(L->tm, is_full)), result_term(L, call, 0));
    add_to_readers(L, t, 1, step);
    set_own(L, t, term_add(L->tm, own_count_term(L, t), term_bv(L->tm, 32, 1)), step);
    outcome_add(L, outcomes, t, term_and(L->tm, is_free, is_full), result_term(L, call, EAGAIN));
    return is_free;
}

static void add_rwlock_lock(Lowering *L, LLVMValueRef call, const SyncTarget *t, LockRequest request,
                            Outcomes *outcomes)
{
    uint32_t before = outcomes->count;
    if (!request.is_try && !request.is_timed) valid_sync_lock_again(L, t, request.is_write);
    Term is_free = request.is_write ? add_write_lock(L, call, t, outcomes) : add_read_lock(L, call, t, outcomes);
    Term is_held = term_not(L->tm, is_free), is_own = term_and(L->tm, sync_term(L, t, WRITER), own_is(L, t, WRITES));
    if (request.is_try) outcome_add(L, outcomes, t, is_held, result_term(L, call, EBUSY));
    if (request.is_timed) assumption_time(L, call);
    if (request.is_timed) outcome_add(L, outcomes, t, is_held, result_term(L, call, ETIMEDOUT));
    if (!request.is_try) outcome_add(L, outcomes, t, is_own, result_term(L, call, EDEADLK));
    if (!request.is_try && !request.is_timed) waits_add_self(L, t->guard, is_own);
    if (!request.is_try && !request.is_timed) {
        Term blocked = term_and(L->tm, is_held, term_not(L->tm, is_own));
        outcomes_end_wait(outcomes, before, waits_add_lock(L, t->place.cell, !request.is_write, t->guard, blocked));
    }
    CHECK(rwlock_lock_is_right(L, t, request, outcomes, before));
}

/* A thread that holds the lock releases what it holds. Where it does not (which is undefined) whatever is held is
 * released, and a lock that is free stays so, as with mutexes. */
static void add_rwlock_unlock(Lowering *L, LLVMValueRef call, const SyncTarget *t, Outcomes *outcomes)
{
    CHECK(sync_is_valid(L, t, SYNC_RWLOCK));
    uint32_t before = outcomes->count;
    valid_sync_unlock(L, call, t);
    Term writer = sync_term(L, t, WRITER), success = result_term(L, call, 0);
    Term is_none = own_is(L, t, 0), is_writer = own_is(L, t, WRITES);
    Term is_reader = term_and(L->tm, term_not(L->tm, is_none), term_not(L->tm, is_writer));
    Step *step = outcome_add(L, outcomes, t, is_writer, success);
    sync_set(L, step, t, WRITER, term_bool(L->tm, false));
    set_own(L, t, term_bv(L->tm, 32, 0), step);
    step = outcome_add(L, outcomes, t, is_reader, success);
    add_to_readers(L, t, -1, step);
    set_own(L, t, term_sub(L->tm, own_count_term(L, t), term_bv(L->tm, 32, 1)), step);
    step = outcome_add(L, outcomes, t, term_and(L->tm, is_none, writer), success);
    sync_set(L, step, t, WRITER, term_bool(L->tm, false));
    Term others = term_and(L->tm, is_none, term_not(L->tm, writer));
    Term is_unread = term_eq(L->tm, sync_term(L, t, READERS), term_int(L->tm, 0));
    step = outcome_add(L, outcomes, t, term_and(L->tm, others, term_not(L->tm, is_unread)), success);
    add_to_readers(L, t, -1, step);
    outcome_add(L, outcomes, t, term_and(L->tm, others, is_unread), success);
    waits_add_release(L, t->place.cell, t->guard, term_or(L->tm, writer, term_not(L->tm, is_unread)));
    CHECK(rwlock_unlock_is_right(L, t, outcomes, before));
}

/* A lock in static storage starts without readers, and must have none when it is initialised: so there is nothing to
 * assign, and the number of readers stays one that can be told from where the threads are. */
static void add_rwlock_init(Lowering *L, LLVMValueRef call, const SyncTarget *t, Outcomes *outcomes)
{
    const Object *o = &L->objects.data[L->cells.data[t->place.cell].object];
    waits_add_initial(L, t->place.cell, t->guard, sync_term(L, t, WRITER));
    valid_sync_renew(L, call, t);
    Step *step = outcome_add(L, outcomes, t, TERM_NONE, result_term(L, call, 0));
    if (o->kind != OBJECT_GLOBAL) {
        sync_reset(L, &t->place, 0, step);
        return;
    }
    Term is_unread = term_eq(L->tm, sync_term(L, t, READERS), term_int(L->tm, 0));
    step->guard = term_is(step->guard) ? term_and(L->tm, step->guard, is_unread) : is_unread;
    sync_set(L, step, t, WRITER, term_bool(L->tm, false));
    set_own(L, t, term_bv(L->tm, 32, 0), step);
}

void lower_rwlock(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    sync_begin(L, call, 1);
    origin_refuse(L, L->pos, "read-write locks cannot be run natively yet");
    SyncTargets locks = {0};
    Outcomes outcomes = {0};
    sync_find(L, LLVMGetOperand(call, 0), SYNC_RWLOCK, &locks);
    operands_retire(L, call);
    for (uint32_t i = 0; i < locks.count; i++)
        if (operation == INTRINSIC_RWLOCK_INIT)
            add_rwlock_init(L, call, &locks.data[i], &outcomes);
        else if (operation == INTRINSIC_RWLOCK_UNLOCK)
            add_rwlock_unlock(L, call, &locks.data[i], &outcomes);
        else
            add_rwlock_lock(L, call, &locks.data[i], request_of(operation), &outcomes);
    outcomes_finish(L, call, &outcomes, "result.tmp");
    vec_free(L->run, &locks);
}

/* With glibc, kinds 0 and 1 let readers in while writers wait; POSIX has no such call. */
void rwlock_prefer(Lowering *L, LLVMValueRef call)
{
    if (strcmp(L->callee, "pthread_rwlockattr_setkind_np") != 0) return;
    LLVMValueRef kind = LLVMGetNumArgOperands(call) > 1 ? LLVMGetOperand(call, 1) : NULL;
    if (!kind || !LLVMIsAConstantInt(kind) || LLVMConstIntGetZExtValue(kind) > 1)
        waits_add_other(L, "a thread that reads what it reads already, while a writer that is preferred waits,");
}
