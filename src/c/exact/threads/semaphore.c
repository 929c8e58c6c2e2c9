#include "c/exact/threads/semaphore.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/memory/cell.h"
#include "c/exact/memory/choices.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/place.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/origin.h"
#include "c/exact/model/values.h"
#include "c/exact/threads/sync.h"
#include "c/exact/threads/sync_check.h"
#include "c/exact/threads/valid_sync.h"
#include "c/exact/threads/waits.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

#define VALUE_MAX INT32_MAX
#define FAILS UINT64_MAX /* -1 */

static Term value_is(Lowering *L, const SyncTarget *t, uint64_t n)
{
    return term_eq(L->tm, sync_term(L, t, 0), term_bv(L->tm, 32, n));
}

static void add_semaphore_init(Lowering *L, LLVMValueRef call, const SyncTarget *t, Term value, Outcomes *outcomes)
{
    CHECK(sync_is_valid(L, t, SYNC_SEMAPHORE) && sort_same(term_sort(L->tm, value), sort_bv(32)));
    Term is_valid = term_binary(L->tm, TERM_ULE, value, term_bv(L->tm, 32, VALUE_MAX));
    valid_sync_renew(L, call, t);
    valid_sync_require(L, t, is_valid, "is a semaphore that is initialised with more than SEM_VALUE_MAX");
    Step *step = outcome_add(L, outcomes, t, is_valid, result_term(L, call, 0));
    sync_set(L, step, t, 0, value);
    outcome_add(L, outcomes, t, term_not(L->tm, is_valid), result_term(L, call, FAILS));
}

static bool move_is_right(Lowering *L, const SyncTarget *t, bool is_post, bool may_fail, const Outcomes *outcomes,
                          uint32_t first)
{
    static const uint64_t values[] = {0, 1, VALUE_MAX - 1, VALUE_MAX};
    for (uint32_t k = 0; k < 4 && !term_is(t->guard) && !term_is(t->place.index); k++) {
        SyncState after = {{values[k]}, 0};
        bool moves = values[k] != (is_post ? VALUE_MAX : 0);
        if (sync_ways(L, outcomes, first, t, after, &after) != (moves || may_fail)) return false;
        if (after.values[0] != values[k] + (moves ? is_post ? 1 : UINT64_MAX : 0)) return false;
    }
    return true;
}

/* Unless the value is the limit: then the call waits, or fails if it may. */
static void add_semaphore_move(Lowering *L, LLVMValueRef call, const SyncTarget *t, bool is_post, bool may_fail,
                               Outcomes *outcomes)
{
    CHECK(sync_is_valid(L, t, SYNC_SEMAPHORE));
    uint32_t before = outcomes->count;
    if (is_post)
        valid_sync_require(L, t, term_not(L->tm, value_is(L, t, VALUE_MAX)),
                           "is a semaphore that is posted beyond SEM_VALUE_MAX");
    Term is_limit = value_is(L, t, is_post ? VALUE_MAX : 0), one = term_bv(L->tm, 32, 1), value = sync_term(L, t, 0);
    Step *step = outcome_add(L, outcomes, t, term_not(L->tm, is_limit), result_term(L, call, 0));
    sync_set(L, step, t, 0, is_post ? term_add(L->tm, value, one) : term_sub(L->tm, value, one));
    if (may_fail) outcome_add(L, outcomes, t, is_limit, result_term(L, call, FAILS));
    CHECK(move_is_right(L, t, is_post, may_fail, outcomes, before));
}

/* Handlers that sigaction installs interrupt a wait, unless it is told not to; those of signal do not. */
static bool is_interrupted(const Lowering *L)
{
    static const char *const names[] = {"sigaction", "__sysv_signal", "sysv_signal", "sigset", "siginterrupt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(L->module, names[i]);
        if (function && LLVMIsDeclaration(function) && LLVMGetFirstUse(function)) return true;
    }
    return false;
}

static void add_interruption(Lowering *L, LLVMValueRef call, const SyncTarget *t, Outcomes *outcomes)
{
    static const char what[] = "a signal may end the wait for a semaphore";
    if (property_is_asked(L, PROPERTY_NO_DEADLOCK)) emit_limit(L, TERM_NONE, lower_reason(L, what));
    Step *step = outcome_add(L, outcomes, t, value_is(L, t, 0), result_term(L, call, FAILS));
    step->approximate = what;
}

static void add_semaphore_operation(Lowering *L, LLVMValueRef call, Intrinsic operation, const SyncTarget *t,
                                    Outcomes *outcomes)
{
    bool is_post = operation == INTRINSIC_SEMAPHORE_POST;
    bool is_timed = strstr(L->callee, "timedwait") || strstr(L->callee, "clockwait");
    if (operation == INTRINSIC_SEMAPHORE_WAIT || is_timed) valid_sync_block(L, t, value_is(L, t, 0));
    if (operation == INTRINSIC_SEMAPHORE_WAIT) waits_add_stop(L, t->guard, value_is(L, t, 0), "a semaphore");
    add_semaphore_move(L, call, t, is_post, operation != INTRINSIC_SEMAPHORE_WAIT, outcomes);
    if (operation == INTRINSIC_SEMAPHORE_WAIT && is_interrupted(L)) add_interruption(L, call, t, outcomes);
}

/* Reads the value in one step, and stores it in another. */
static void lower_get_value(Lowering *L, LLVMValueRef call, const SyncTargets *semaphores)
{
    Outcomes outcomes = {0};
    VarId v = var_temporary(L, "value.tmp", sort_bv(32), true);
    operand_retire(L, LLVMGetOperand(call, 0));
    for (uint32_t i = 0; i < semaphores->count; i++) {
        Step *step = outcome_add(L, &outcomes, &semaphores->data[i], TERM_NONE, result_term(L, call, 0));
        step_assign(L, step, v, sync_term(L, &semaphores->data[i], 0));
    }
    outcomes_emit(L, call, &outcomes, "", false);
    if (!L->cursor.is_reachable) return;
    CHECK(program_is_local_of(L->program, v, L->thread->id));
    Val address = operand_val(L, LLVMGetOperand(call, 1)), value = val_term(var_term(L, v));
    if (!address_settle(L, &address)) return;
    Place place = place_find(L, &address, LLVMInt32TypeInContext(L->context), true);
    operand_retire(L, LLVMGetOperand(call, 1));
    place_write(L, &place, &value);
    result_bind(L, call, result_term(L, call, 0));
}

void lower_semaphore(Lowering *L, LLVMValueRef call, Intrinsic operation)
{
    bool is_init = operation == INTRINSIC_SEMAPHORE_INIT, is_get = operation == INTRINSIC_SEMAPHORE_GET;
    sync_begin(L, call, is_init ? 3 : is_get ? 2 : 1);
    origin_refuse(L, L->pos, "semaphores cannot be run natively yet");
    SyncTargets semaphores = {0};
    Outcomes outcomes = {0};
    sync_find(L, LLVMGetOperand(call, 0), SYNC_SEMAPHORE, &semaphores);
    if (is_get) {
        lower_get_value(L, call, &semaphores);
        vec_free(L->run, &semaphores);
        return;
    }
    Term value = is_init ? sync_number(L, LLVMGetOperand(call, 2)) : TERM_NONE;
    operands_retire(L, call);
    CHECK(is_init || operation == INTRINSIC_SEMAPHORE_WAIT || operation == INTRINSIC_SEMAPHORE_TRY_WAIT ||
          operation == INTRINSIC_SEMAPHORE_POST);
    for (uint32_t i = 0; i < semaphores.count; i++)
        if (is_init)
            add_semaphore_init(L, call, &semaphores.data[i], value, &outcomes);
        else
            add_semaphore_operation(L, call, operation, &semaphores.data[i], &outcomes);
    outcomes_finish(L, call, &outcomes, "result.tmp");
    vec_free(L->run, &semaphores);
}
