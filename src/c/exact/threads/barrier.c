#include "c/exact/threads/barrier.h"

#include "base/check.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/origin.h"
#include "c/exact/threads/sync.h"
#include "c/exact/threads/sync_check.h"
#include "c/exact/threads/valid_sync.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define EINVAL 22
#define TOO_MANY 0x7fffffffu     /* threads, in glibc */
#define SERIAL_THREAD UINT64_MAX /* -1 */

enum { OPEN, COUNT, INSIDE, SERIAL }; /* see sync_object.h */

enum { WAITS = 1 }; /* what the first step says of the second; else its result is that of the call */

static Term barrier_number(Lowering *L, uint64_t n) { return term_bv(L->tm, 32, n); }

/* Whether the program looks at the results of waits. */
static bool has_serial(Lowering *L)
{
    LLVMValueRef wait = LLVMGetNamedFunction(L->module, "pthread_barrier_wait");
    if (!wait) return true;
    for (LLVMUseRef u = LLVMGetFirstUse(wait); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != wait || LLVMGetFirstUse(user)) return true;
    }
    return false;
}

/* Does a thread that arrives wait in front of an open barrier, and else go inside, where the last one opens it? */
static bool arrival_is_right(Lowering *L, const SyncTarget *t, bool is_told, const Outcomes *outcomes, uint32_t first)
{
    for (uint32_t count = 1; count <= 3 && !term_is(t->guard); count++)
        for (uint32_t inside = 0; inside < count; inside++) {
            SyncState s = {{[COUNT] = count, [INSIDE] = inside}, 0}, after = s;
            bool opens = inside + 1 == count && inside > 0, enters = inside + 1 < count;
            uint32_t ways = sync_ways(L, outcomes, first, t, s, &after);
            if (ways != (opens && is_told ? 2 : 1) || after.values[INSIDE] != inside + enters) return false;
            if (after.values[OPEN] != opens || after.values[COUNT] != count) return false;
            s.values[OPEN] = true;
            if (sync_ways(L, outcomes, first, t, s, &after) != 0) return false;
        }
    return true;
}

static void add_arrivals(Lowering *L, LLVMValueRef call, const SyncTarget *t, bool is_told, Outcomes *outcomes)
{
    CHECK(sync_is_valid(L, t, SYNC_BARRIER));
    uint32_t before = outcomes->count;
    Term closed = term_not(L->tm, sync_term(L, t, OPEN)), inside = sync_term(L, t, INSIDE);
    Term with_me = term_add(L->tm, inside, barrier_number(L, 1));
    Term is_last = term_eq(L->tm, with_me, sync_term(L, t, COUNT));
    Term is_alone = term_eq(L->tm, inside, barrier_number(L, 0));
    Term waits = term_and(L->tm, closed, term_not(L->tm, is_last)), opens = term_and(L->tm, closed, is_last);
    Step *step = outcome_add(L, outcomes, t, waits, result_term(L, call, WAITS));
    sync_set(L, step, t, INSIDE, with_me);
    step = outcome_add(L, outcomes, t, opens, result_term(L, call, is_told ? SERIAL_THREAD : 0));
    sync_set(L, step, t, OPEN, term_not(L->tm, is_alone));
    if (!is_told) {
        CHECK(arrival_is_right(L, t, is_told, outcomes, before));
        return;
    }
    sync_set(L, step, t, SERIAL, term_bool(L->tm, true));
    step = outcome_add(L, outcomes, t, term_and(L->tm, opens, term_not(L->tm, is_alone)), result_term(L, call, 0));
    sync_set(L, step, t, OPEN, term_bool(L->tm, true));
    sync_set(L, step, t, SERIAL, term_bool(L->tm, false));
    CHECK(arrival_is_right(L, t, is_told, outcomes, before));
}

static Step *add_departure(Lowering *L, const SyncTarget *t, Term guard, Term result, Outcomes *outcomes)
{
    Term left = term_sub(L->tm, sync_term(L, t, INSIDE), barrier_number(L, 1));
    CHECK(sync_is_valid(L, t, SYNC_BARRIER) && L->cursor.depth == 0);
    Step *step = outcome_add(L, outcomes, t, guard, result);
    sync_set(L, step, t, INSIDE, left);
    sync_set(L, step, t, OPEN, term_not(L->tm, term_eq(L->tm, left, barrier_number(L, 0))));
    return step;
}

static void add_departures(Lowering *L, LLVMValueRef call, const SyncTarget *t, Term waits, bool is_told,
                           Outcomes *outcomes)
{
    Term guard = term_and(L->tm, waits, sync_term(L, t, OPEN)), zero = result_term(L, call, 0);
    if (!is_told) {
        add_departure(L, t, guard, zero, outcomes);
        return;
    }
    Term is_taken = sync_term(L, t, SERIAL), is_final = term_eq(L->tm, sync_term(L, t, INSIDE), barrier_number(L, 1));
    Term may_pass = term_or(L->tm, is_taken, term_not(L->tm, is_final));
    add_departure(L, t, term_and(L->tm, guard, may_pass), zero, outcomes);
    Step *step = add_departure(L, t, term_and(L->tm, guard, term_not(L->tm, is_taken)),
                               result_term(L, call, SERIAL_THREAD), outcomes);
    sync_set(L, step, t, SERIAL, term_bool(L->tm, true));
}

static void lower_wait_at(Lowering *L, LLVMValueRef call, const SyncTargets *barriers)
{
    bool is_told = has_serial(L);
    Outcomes arrivals = {0}, departures = {0};
    for (uint32_t i = 0; i < barriers->count; i++) {
        add_arrivals(L, call, &barriers->data[i], is_told, &arrivals);
        waits_add_stop(L, barriers->data[i].guard, sync_term(L, &barriers->data[i], OPEN), "the others at a barrier");
    }
    CHECK(arrivals.count == barriers->count * (is_told ? 3 : 2));
    Term arrived = outcomes_emit(L, call, &arrivals, "arrived.tmp", true);
    if (!L->cursor.is_reachable) return;
    CHECK(term_kind(L->tm, arrived) == TERM_VAR); /* which the thread keeps while it waits */
    Term waits = term_eq(L->tm, arrived, result_term(L, call, WAITS));
    outcome_add(L, &departures, NULL, term_not(L->tm, waits), arrived);
    for (uint32_t i = 0; i < barriers->count; i++) {
        const SyncTarget *t = &barriers->data[i];
        add_departures(L, call, t, waits, is_told, &departures);
        Term guard = term_is(t->guard) ? term_and(L->tm, waits, t->guard) : waits;
        waits_add_stop(L, guard, term_not(L->tm, sync_term(L, t, OPEN)), "the others at a barrier");
    }
    CHECK(departures.count == 1 + barriers->count * (is_told ? 2 : 1));
    outcomes_finish(L, call, &departures, "serial.tmp");
}

static void add_barrier_init(Lowering *L, LLVMValueRef call, const SyncTarget *t, Term count, Outcomes *outcomes)
{
    Term is_none = term_eq(L->tm, count, barrier_number(L, 0));
    Term is_many = term_binary(L->tm, TERM_ULE, barrier_number(L, TOO_MANY), count);
    Term is_wrong = term_or(L->tm, is_none, is_many);
    CHECK(sync_is_valid(L, t, SYNC_BARRIER));
    valid_sync_renew(L, call, t);
    valid_sync_require(L, t, term_not(L->tm, is_none), "is made a barrier for no thread");
    valid_sync_require(L, t, term_not(L->tm, is_many), "is made a barrier for too many threads");
    outcome_add(L, outcomes, t, is_wrong, result_term(L, call, EINVAL));
    Step *step = outcome_add(L, outcomes, t, term_not(L->tm, is_wrong), result_term(L, call, 0));
    sync_set(L, step, t, OPEN, term_bool(L->tm, false));
    sync_set(L, step, t, COUNT, count);
    sync_set(L, step, t, INSIDE, barrier_number(L, 0));
    sync_set(L, step, t, SERIAL, term_bool(L->tm, false));
}

void lower_barrier(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    sync_begin(L, call, operation == INTRINSIC_BARRIER_INIT ? 3 : 1);
    origin_refuse(L, L->pos, "barriers cannot be run natively yet");
    if (operation != INTRINSIC_BARRIER_INIT) sync_refuse_atomic(L);
    SyncTargets barriers = {0};
    Outcomes outcomes = {0};
    sync_find(L, LLVMGetOperand(call, 0), SYNC_BARRIER, &barriers);
    Term count = barrier_number(L, 0);
    if (operation == INTRINSIC_BARRIER_INIT) count = sync_number(L, LLVMGetOperand(call, 2));
    operands_retire(L, call);
    if (operation == INTRINSIC_BARRIER_WAIT) {
        lower_wait_at(L, call, &barriers);
        vec_free(L->run, &barriers);
        return;
    }
    for (uint32_t i = 0; i < barriers.count; i++) {
        const SyncTarget *t = &barriers.data[i];
        if (operation == INTRINSIC_BARRIER_INIT)
            add_barrier_init(L, call, t, count, &outcomes);
        else { /* a thread may destroy the barrier that let it go before the others have left */
            valid_sync_renew(L, call, t);
            outcome_add(L, &outcomes, t, term_not(L->tm, sync_term(L, t, OPEN)), result_term(L, call, 0));
        }
    }
    outcomes_finish(L, call, &outcomes, "result.tmp");
    vec_free(L->run, &barriers);
}
