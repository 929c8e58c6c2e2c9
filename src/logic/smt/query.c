/* Queries and their time.
 *
 * Time: a first attempt runs under Z3's own resource count, which costs nothing and always stops at the same place.
 * The rare check that exceeds it runs a second time in a fresh solver, while a watcher thread looks at the clock, at
 * the memory and at run_interrupt. (Z3's own timers are threads that do not survive a fork, and then block the child.)
 * A solver whose check was cut is never asked again. */
#include "logic/smt/query.h"

#include <string.h>
#include <time.h>

#include "base/check.h"
#include "logic/smt/cache.h"
#include "logic/smt/model.h"
#include "logic/smt/slot.h"

/* Z3 counts some 5 to 10 million a second. */
#define FIRST_ATTEMPT 4194304.0
#define SHORT_ATTEMPT 16384.0 /* where preprocessing follows */
#define QUICK_ATTEMPT 2000000 /* with few steps of preprocessing */
#define COUNT_PER_SECOND 5e6
#define WATCH_SECONDS 0.01

/* ---- one attempt ---- */

static void set_running(Smt *smt, Z3_solver solver)
{
    pthread_mutex_lock(&smt->lock);
    smt->running = solver;
    pthread_mutex_unlock(&smt->lock);
}

void smt_stop_running(Smt *smt)
{
    pthread_mutex_lock(&smt->lock);
    if (smt->running) Z3_solver_interrupt(smt->ctx, smt->running);
    pthread_mutex_unlock(&smt->lock);
}

/* Until the check is over, or for a short while; true: it is over. A check that is over must not wait for its watcher:
 * most last a few milliseconds. */
static bool nap(Smt *smt)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(WATCH_SECONDS * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&smt->lock);
    int r = 0;
    while (!smt->done && r == 0)
        r = pthread_cond_timedwait(&smt->over, &smt->lock, &until);
    bool done = smt->done;
    pthread_mutex_unlock(&smt->lock);
    return done;
}

static void *watch_deadline(void *arg)
{
    Smt *smt = arg;
    while (!nap(smt))
        if (run_seconds(smt->run) > smt->deadline || run_interrupted(smt->run) || atomic_load(&smt->interrupted) ||
            run_is_over_memory(smt->run))
            smt_stop_running(smt);
    return NULL;
}

static void set_done(Smt *smt, bool done)
{
    pthread_mutex_lock(&smt->lock);
    smt->done = done;
    if (done) pthread_cond_signal(&smt->over);
    pthread_mutex_unlock(&smt->lock);
}

static Z3_lbool attempt(Smt *smt, Slot *slot)
{
    CHECK(slot->solver && !smt->running);
    for (uint32_t i = 0; i < smt->literals.count; i++)
        CHECK(smt->literals.data[i]);
    set_running(smt, slot->solver);
    Z3_lbool r = Z3_solver_check_assumptions(smt->ctx, slot->solver, smt->literals.count, smt->literals.data);
    set_running(smt, NULL);
    return Z3_get_error_code(smt->ctx) == Z3_OK ? r : Z3_L_UNDEF;
}

static Z3_lbool attempt_counted(Smt *smt, Slot *slot)
{
    double limit = smt->preprocesses ? SHORT_ATTEMPT : FIRST_ATTEMPT,
           left = (smt->deadline - run_seconds(smt->run)) * COUNT_PER_SECOND;
    while (limit > left && limit > COUNT_PER_SECOND / 1000)
        limit /= 2;
    slot_set_count_limit(smt, slot, (unsigned)limit);
    return attempt(smt, slot);
}

static Z3_lbool attempt_watched(Smt *smt, Slot *slot, unsigned limit)
{
    pthread_t thread;
    slot_set_count_limit(smt, slot, limit);
    set_done(smt, false);
    if (pthread_create(&thread, NULL, watch_deadline, smt) != 0) return Z3_L_UNDEF;
    Z3_lbool r = attempt(smt, slot);
    set_done(smt, true);
    pthread_join(thread, NULL);
    return r;
}

/* ---- literals ---- */

/* How many assertions belong to scopes: theirs are the first literals. */
static uint32_t count_scoped(const Smt *smt)
{
    return smt->scopes.count ? smt->assertions.count - smt->scopes.data[0] : 0;
}

static bool add_scopes(Smt *smt, Slot *slot)
{
    uint32_t from = smt->scopes.count ? smt->scopes.data[0] : smt->assertions.count;
    for (uint32_t i = from; i < smt->assertions.count; i++) {
        Z3_ast p = slot_literal(smt, slot, smt->assertions.data[i], false);
        if (!p) return false;
        vec_push(smt->run, &smt->literals, p);
    }
    return true;
}

static bool set_literals(Smt *smt, Slot *slot, const Query *query)
{
    vec_clear(&smt->literals);
    vec_clear(&smt->assumed);
    if (!add_scopes(smt, slot)) return false;
    for (uint32_t i = 0; i < query->count; i++) {
        Z3_ast p = NULL;
        if (!term_is_true(smt->tm, query->assumptions[i])) {
            p = slot_literal(smt, slot, query->assumptions[i], false);
            if (!p) return false;
            vec_push(smt->run, &smt->literals, p);
        }
        vec_push(smt->run, &smt->assumed, p);
    }
    CHECK(smt->assumed.count == query->count && smt->literals.count >= count_scoped(smt));
    if (query->prepare) query->prepare(smt, slot, query->arg);
    return !smt->broken;
}

/* Flags the assumption, or finds the scope's assertion, whose literal p is; TERM_NONE = another literal. */
static Term find_literal(Smt *smt, const Query *query, Z3_ast p)
{
    for (uint32_t i = 0; i < smt->assumed.count; i++)
        if (smt->assumed.data[i] == p) {
            smt->core.data[i] = 1;
            return query->assumptions[i];
        }
    uint32_t from = smt->scopes.count ? smt->scopes.data[0] : smt->assertions.count;
    for (uint32_t i = from; i < smt->assertions.count; i++)
        if (smt->literals.data[i - from] == p) return smt->assertions.data[i];
    return TERM_NONE;
}

static void set_core(Smt *smt, Slot *slot, const Query *query)
{
    if (!slot->solver) { /* everything was asserted */
        vec_resize(smt->run, &smt->core, query->count);
        if (smt->core.count) memset(smt->core.data, 1, smt->core.count);
        return;
    }
    Z3_ast_vector failed = Z3_solver_get_unsat_core(smt->ctx, slot->solver);
    bool known = failed && Z3_get_error_code(smt->ctx) == Z3_OK;
    vec_resize(smt->run, &smt->core, smt->assumed.count);
    if (smt->core.count) memset(smt->core.data, known ? 0 : 1, smt->core.count);
    if (!known) return;
    Z3_ast_vector_inc_ref(smt->ctx, failed);
    unsigned n = Z3_ast_vector_size(smt->ctx, failed);
    vec_clear(&smt->failed);
    for (unsigned k = 0; k < n; k++) {
        Term t = find_literal(smt, query, Z3_ast_vector_get(smt->ctx, failed, k));
        if (term_is(t)) vec_push(smt->run, &smt->failed, t);
    }
    Z3_ast_vector_dec_ref(smt->ctx, failed);
    CHECK(smt->core.count == query->count && smt->failed.count <= n);
    if (smt->failed.count == n) cache_add_core(smt, smt->failed.data, n);
}

/* ---- queries ---- */

static void set_deadline(Smt *smt)
{
    double left = run_seconds_left(smt->run);
    if (smt->timeout && smt->timeout / 1000.0 < left) left = smt->timeout / 1000.0;
    smt->deadline = run_seconds(smt->run) + left;
}

static bool gave_up(Smt *smt, Slot *slot)
{
    Z3_string why = Z3_solver_get_reason_unknown(smt->ctx, slot->solver);
    return why && strstr(why, "incomplete");
}

/* False when there is no point in a second attempt. */
static bool may_try_again(Smt *smt)
{
    return !smt->broken && !atomic_load(&smt->interrupted) && !run_interrupted(smt->run) &&
           run_seconds(smt->run) < smt->deadline;
}

/* All that is asked is asserted: the core is everything. */
static Z3_lbool attempt_once(Smt *smt, const Query *query, bool thorough, unsigned limit, Slot **answering)
{
    Slot *slot = slot_once(smt, thorough);
    if (smt->broken) return Z3_L_UNDEF;
    slot_catch_up(smt, slot);
    vec_clear(&smt->literals);
    uint32_t from = smt->scopes.count ? smt->scopes.data[0] : smt->assertions.count;
    for (uint32_t i = from; i < smt->assertions.count && !smt->broken; i++)
        slot_assert_term(smt, slot, smt->assertions.data[i]);
    for (uint32_t i = 0; i < query->count && !smt->broken; i++)
        slot_assert_term(smt, slot, query->assumptions[i]);
    if (smt->broken) return Z3_L_UNDEF;
    *answering = slot;
    Z3_lbool r = attempt_watched(smt, slot, limit);
    if (r != Z3_L_TRUE) slot_close(smt, slot);
    return r;
}

static Z3_lbool attempt_preprocessed(Smt *smt, const Query *query, Slot **answering)
{
    unsigned effort = smt->effort;
    bool quick_is_all = effort && effort <= QUICK_ATTEMPT;
    Z3_lbool r = attempt_once(smt, query, false, quick_is_all ? effort : QUICK_ATTEMPT, answering);
    if (r != Z3_L_UNDEF || quick_is_all || !may_try_again(smt)) return r;
    return attempt_once(smt, query, true, effort ? effort - QUICK_ATTEMPT : 0, answering);
}

static bool may_preprocess(const Smt *smt, const Query *query, bool general)
{
    return smt->preprocesses && !general && !query->prepare;
}

static Z3_lbool ask_slot(Smt *smt, const Query *query, Slot **answering)
{
    Slot *slot = slot_choose(smt, query);
    if (smt->broken || !set_literals(smt, slot, query)) return Z3_L_UNDEF;
    *answering = slot;
    Z3_lbool r = attempt_counted(smt, slot);
    if (r != Z3_L_UNDEF || gave_up(smt, slot)) return r;
    bool general = slot->general;
    slot_close(smt, slot);
    if (!may_try_again(smt)) return r;
    if (may_preprocess(smt, query, general)) return attempt_preprocessed(smt, query, answering);
    slot = slot_fresh(smt, general);
    if (smt->broken) return r;
    slot_catch_up(smt, slot);
    if (!set_literals(smt, slot, query)) return r;
    *answering = slot;
    r = attempt_watched(smt, slot, 0);
    if (r == Z3_L_UNDEF && !gave_up(smt, slot)) slot_close(smt, slot);
    return r;
}

/* Assumptions are Boolean terms of the session. */
static bool assumptions_are_valid(const Smt *smt, const Query *query)
{
    for (uint32_t i = 0; i < query->count; i++) {
        Term t = query->assumptions[i];
        if (!term_is(t) || t.id > term_manager_count(smt->tm) || term_sort(smt->tm, t).kind != SORT_BOOL) return false;
    }
    return true;
}

/* Does what Z3 calls a model satisfy the check, as term_evaluate sees it? */
static bool is_model(Smt *smt, const Query *query)
{
    return !smt->witness || !cache_may_evaluate(smt, query) || witness_holds(smt, smt->witness, query);
}

/* Answers that need no solver: an assumption is false. */
static bool is_trivially_unsat(Smt *smt, const Query *query)
{
    for (uint32_t i = 0; i < query->count; i++) {
        if (!term_is_false(smt->tm, query->assumptions[i])) continue;
        vec_clear(&smt->core);
        vec_resize(smt->run, &smt->core, query->count);
        smt->core.data[i] = 1;
        return true;
    }
    return false;
}

static SmtResult count_answer(Smt *smt, SmtResult result, double started)
{
    CHECK(result == SMT_SAT || (!smt->witness && !smt->answered));
    smt->last = result;
    smt->stats.seconds += run_seconds(smt->run) - started;
    switch (result) {
    case SMT_UNSAT: smt->stats.unsat++; break;
    case SMT_SAT: smt->stats.sat++; break;
    case SMT_UNKNOWN: smt->stats.unknown++; break;
    }
    return result;
}

/* That of run_poll, which looks at the clock now and then only. */
static void poll_now(Smt *smt)
{
    run_poll(smt->run);
    if (run_seconds_left(smt->run) <= 0) run_stop(smt->run, STOP_TIME, "time limit");
}

/* A solver that was stopped has not given up: the run ends, or its share does, and what comes after that is asked. */
static void poll_for_cause(Smt *smt)
{
    poll_now(smt);
    run_poll_memory(smt->run);
}

SmtResult smt_query(Smt *smt, const Query *query)
{
    CHECK(assumptions_are_valid(smt, query));
    smt_drop_model(smt);
    smt->answered = NULL;
    smt->witness = NULL;
    smt->last = SMT_UNKNOWN;
    poll_now(smt);
    smt->stats.checks++;
    double started = run_seconds(smt->run);
    bool fails = smt->fail_at && --smt->fail_at == 0;
    if (fails || smt->broken || atomic_load(&smt->interrupted)) return count_answer(smt, SMT_UNKNOWN, started);
    if (is_trivially_unsat(smt, query) || cache_find_core(smt, query)) return count_answer(smt, SMT_UNSAT, started);
    /* With more than assumptions in play (prepare), a witness of the assumptions proves nothing. */
    if (!query->prepare) smt->witness = cache_find_witness(smt, query);
    if (smt->witness) return count_answer(smt, SMT_SAT, started);
    if (smt->share && smt_effort(smt) > smt->share) return count_answer(smt, SMT_UNKNOWN, started);
    Slot *slot = NULL;
    set_deadline(smt);
    Z3_lbool r = ask_slot(smt, query, &slot);
    if (r == Z3_L_TRUE) {
        smt->answered = slot;
        smt->last = SMT_SAT;
        smt->witness = smt_read_witness(smt);
        CHECK(is_model(smt, query));
    }
    if (r == Z3_L_FALSE) set_core(smt, slot, query);
    CHECK(r != Z3_L_FALSE || smt->core.count == query->count);
    count_answer(smt, r == Z3_L_TRUE ? SMT_SAT : r == Z3_L_FALSE ? SMT_UNSAT : SMT_UNKNOWN, started);
    if (r == Z3_L_UNDEF) poll_for_cause(smt);
    return smt->last;
}

void smt_start(Smt *smt) { atomic_store(&smt->interrupted, false); }
