/* The session: opening, closing, assertions and scopes. The parts: translate.c (terms to Z3), slot.c (the solvers),
 * check.c (checks and cores), cache.c (checks without a solver), model.c (values), allsat.c, log.c (SMT-LIB). */
#include "logic/smt/smt.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "logic/smt/cache.h"
#include "logic/smt/internal.h"
#include "logic/smt/log.h"
#include "logic/smt/model.h"
#include "logic/smt/slot.h"
#include "logic/smt/translate.h"

/* Errors are read with Z3_get_error_code; Z3's own handler must not exit. */
static void ignore_error(Z3_context ctx, Z3_error_code code)
{
    (void)ctx;
    (void)code;
}

/* Frees what does not belong to the run's memory. */
static void release_session(void *arg)
{
    Smt *smt = arg;
    log_close(smt->log);
    smt_drop_model(smt);
    for (int i = 0; i < SMT_SLOTS; i++)
        slot_close(smt, &smt->slots[i]);
    for (uint32_t i = 0; i < smt->infos.count; i++)
        for (uint32_t k = 0; smt->infos.data[i] && k < INFO_BLOCK; k++) {
            const TermInfo *info = &smt->infos.data[i][k];
            if (info->ast) Z3_dec_ref(smt->ctx, info->ast);
            if (info->proxy) Z3_dec_ref(smt->ctx, info->proxy);
            if (info->definition) Z3_dec_ref(smt->ctx, info->definition);
        }
    CHECK(smt->context->users);
    if (--smt->context->users == 0) Z3_del_context(smt->ctx);
    pthread_cond_destroy(&smt->over);
    pthread_mutex_destroy(&smt->lock);
}

/* Development builds only: the check that CHORUS_STRESS names fails in every session (scripts/run.py stress). 0 = none.
 */
static uint64_t stressed_check(void)
{
#ifdef CHORUS_CHECKS
    const char *text = getenv("CHORUS_STRESS");
    char *end = NULL;
    uint64_t k = text ? strtoull(text, &end, 10) : 0;
    return end && end != text && *end == 0 ? k : 0;
#else
    return 0;
#endif
}

static SharedContext *shared_context_new(Run *run)
{
    SharedContext *context = run_alloc(run, sizeof *context);
    Z3_config config = Z3_mk_config();
    context->ctx = Z3_mk_context_rc(config);
    Z3_del_config(config);
    Z3_set_error_handler(context->ctx, ignore_error);
    return context;
}

static Smt *session(TermManager *tm, SharedContext *context)
{
    Run *run = term_manager_run(tm);
    Smt *smt = run_alloc(run, sizeof *smt);
    smt->run = run;
    smt->tm = tm;
    smt->last = SMT_UNKNOWN;
    smt->fail_at = stressed_check();
    pthread_mutex_init(&smt->lock, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&smt->over, &clock);
    pthread_condattr_destroy(&clock);
    smt->context = context;
    smt->ctx = context->ctx;
    context->users++;
    smt->ticket = run_on_free(run, release_session, smt);
    return smt;
}

Smt *smt_new(TermManager *tm) { return session(tm, shared_context_new(term_manager_run(tm))); }

Smt *smt_new_beside(Smt *other) { return session(other->tm, other->context); }

/* Scopes are nested; slots have base assertions only. */
static bool session_is_valid(const Smt *smt)
{
    uint32_t base = smt->scopes.count ? smt->scopes.data[0] : smt->assertions.count;
    for (uint32_t i = 0; i < smt->scopes.count; i++) {
        uint32_t end = i + 1 < smt->scopes.count ? smt->scopes.data[i + 1] : smt->assertions.count;
        if (smt->scopes.data[i] > end) return false;
    }
    for (int i = 0; i < SMT_SLOTS; i++)
        if (smt->slots[i].asserted > base) return false;
    return smt->core_starts.count == smt->core_nexts.count;
}

void smt_free(Smt *smt)
{
    if (!smt) return;
    CHECK(session_is_valid(smt) && smt->stack.count == 0 && !smt->running);
    Run *run = smt->run;
    run_cancel(run, smt->ticket);
    release_session(smt);
    if (!smt->context->users) run_release(run, smt->context);
    log_free(run, smt->log);
    for (int i = 0; i < SMT_SLOTS; i++) {
        vec_free(run, &smt->slots[i].state);
        vec_free(run, &smt->slots[i].vars);
    }
    cache_free(smt);
    for (uint32_t i = 0; i < smt->infos.count; i++)
        run_release(run, smt->infos.data[i]);
    vec_free(run, &smt->infos);
    vec_free(run, &smt->stack);
    vec_free(run, &smt->assertions);
    vec_free(run, &smt->scopes);
    vec_free(run, &smt->literals);
    vec_free(run, &smt->assumed);
    vec_free(run, &smt->failed);
    vec_free(run, &smt->core);
    run_release(run, smt);
}

void smt_assert(Smt *smt, Term t)
{
    RUN_CHECK(smt->run, term_sort(smt->tm, t).kind == SORT_BOOL);
    vec_push(smt->run, &smt->assertions, t);
    log_assert(smt, t);
    CHECK(session_is_valid(smt));
    if (smt->scopes.count || !smt_translate(smt, t)) return;
    smt->base_weight += smt_info(smt, t)->weight;
    smt->base_general |= smt_info(smt, t)->general;
}

void smt_push(Smt *smt)
{
    vec_push(smt->run, &smt->scopes, smt->assertions.count);
    CHECK(session_is_valid(smt));
    log_push(smt);
}

void smt_pop(Smt *smt)
{
    RUN_CHECK(smt->run, smt->scopes.count > 0);
    CHECK(vec_last(&smt->scopes) <= smt->assertions.count);
    smt->assertions.count = vec_pop(&smt->scopes);
    CHECK(session_is_valid(smt));
    log_pop(smt);
}

void smt_set_preprocessing(Smt *smt, bool on) { smt->preprocesses = on; }

void smt_set_timeout(Smt *smt, unsigned milliseconds) { smt->timeout = milliseconds; }
void smt_set_effort(Smt *smt, unsigned count) { smt->effort = count; }
void smt_fail_at(Smt *smt, uint64_t k) { smt->fail_at = k; }
void smt_set_share(Smt *smt, uint64_t count) { smt->share = count; }
SmtStats smt_stats(const Smt *smt) { return smt->stats; }

/* Z3 counts for a context, and tells it with the statistics of any of its solvers. */
uint64_t smt_effort(Smt *smt)
{
    const Slot *slot = smt->slots;
    while (slot < smt->slots + SMT_SLOTS && !slot->solver)
        slot++;
    if (slot == smt->slots + SMT_SLOTS) return smt->effort_seen;
    Z3_stats stats = Z3_solver_get_statistics(smt->ctx, slot->solver);
    if (!stats) return smt->effort_seen;
    Z3_stats_inc_ref(smt->ctx, stats);
    for (unsigned i = 0; i < Z3_stats_size(smt->ctx, stats); i++)
        if (!strcmp(Z3_stats_get_key(smt->ctx, stats, i), "rlimit count") && Z3_stats_is_uint(smt->ctx, stats, i))
            smt->effort_seen = Z3_stats_get_uint_value(smt->ctx, stats, i);
    Z3_stats_dec_ref(smt->ctx, stats);
    return smt->effort_seen;
}

void smt_version(unsigned version[3])
{
    unsigned revision;
    Z3_get_version(&version[0], &version[1], &version[2], &revision);
}
