/* The statistics of a session: a table, one number for each technique of the engine, and the account of what each row
 * of the plan, and what is done beside, has taken. */
#include "session/statistics.h"

#include <stdio.h>
#include <string.h>

#include "chorus.h"
#include "engines/symmpa/technique.h"

/* X(name, value): the statistics; s is the ChorusSession, e its EngineStats. */
#define SESSION_STATISTICS(X)                                                                                          \
    X("predicates-shared", e->predicates_shared)                                                                       \
    X("predicates-local", e->predicates_local)                                                                         \
    X("predicates-mixed", e->predicates_mixed)                                                                         \
    X("iterations", e->iterations)                                                                                     \
    X("transition-refinements", e->transitions)                                                                        \
    X("errors-excused", e->errors_excused)                                                                             \
    X("pairs-lock", e->pairs_lock)                                                                                     \
    X("errors-bounded", e->errors_bounded)                                                                             \
    X("pairs-order", e->pairs_order)                                                                                   \
    X("parts", e->parts)                                                                                               \
    X("parts-proved", e->parts_proved)                                                                                 \
    X("states", e->states)                                                                                             \
    X("views", e->views)                                                                                               \
    X("view-size", e->view_size)                                                                                       \
    X("local-states", e->local_states)                                                                                 \
    X("context-locations", e->context_locations)                                                                       \
    X("smt-checks", e->smt_checks)                                                                                     \
    X("environment-queries", e->environment_queries)                                                                   \
    X("environment-facts", e->environment_facts)                                                                       \
    X("promises", e->promises)                                                                                         \
    X("sequential-checks", e->sequential_checks)                                                                       \
    X("seconds-sequential", e->seconds_sequential)                                                                     \
    X("seconds-queries", e->seconds_queries)                                                                           \
    X("seconds-generalising", e->seconds_generalising)                                                                 \
    X("seconds-load", s->seconds_load)                                                                                 \
    X("seconds-abstraction", e->seconds_abstraction)                                                                   \
    X("seconds-exploration", e->seconds_exploration)                                                                   \
    X("seconds-refinement", e->seconds_refinement)                                                                     \
    X("seconds-self-check", s->seconds_self_check)                                                                     \
    X("obligations", s->proof_check.obligations)                                                                       \
    X("parts-replayed", s->proof_check.replayed)                                                                       \
    X("replayed-states", s->proof_check.replay_states)                                                                 \
    X("parts-by-one-code", s->proof_check.by_one_code)                                                                 \
    X("seconds", s->seconds_load + s->seconds_check)                                                                   \
    X("memory-peak-mb", s->memory_peak_mb)

static const char *const names[] = {
#define X(name, value) name,
    SESSION_STATISTICS(X)
#undef X
};
#define NAMES (sizeof names / sizeof *names)

/* Of a Boolean broadcast program there are no predicates, no queries and no techniques. */
static bool is_for_mc(size_t i)
{
    static const char *const mc_names[] = {"states",       "views",         "view-size",
                                           "local-states", "seconds-load",  "seconds-exploration",
                                           "seconds",      "memory-peak-mb"};
    for (size_t k = 0; i < NAMES && k < sizeof mc_names / sizeof *mc_names; k++)
        if (strcmp(names[i], mc_names[k]) == 0) return true;
    return false;
}

/* ---- the account: three numbers for each part of the work ---- */

void session_name_account(ChorusSession *s)
{
    static const char *const units[] = {"seconds", "states", "mb"};
    for (uint32_t i = 0; i < 3 * s->account.count; i++)
        snprintf(s->account_names[i], sizeof s->account_names[i], "row-%s-%s", s->account.lines[i / 3].name,
                 units[i % 3]);
}

static double account_value(const ChorusSession *s, size_t i)
{
    const AccountLine *line = &s->account.lines[i / 3];
    return i % 3 == 0 ? line->seconds : i % 3 == 1 ? (double)line->states : line->megabytes;
}

/* ---- all of them ---- */

static size_t fixed_count(void) { return NAMES + technique_count(); }

static size_t all_count(const ChorusSession *s) { return fixed_count() + 3 * (size_t)s->account.count; }

/* The place of the session's statistic i among all; all_count() after the last. */
static size_t statistic_at(const ChorusSession *session, size_t i)
{
    size_t at = 0;
    for (; at < all_count(session); at++)
        if ((!session->is_mc || is_for_mc(at)) && i-- == 0) break;
    return at;
}

size_t chorus_statistic_count(const ChorusSession *session)
{
    size_t count = 0;
    while (statistic_at(session, count) < all_count(session))
        count++;
    return count;
}

const char *chorus_statistic_name(const ChorusSession *session, size_t i)
{
    size_t at = statistic_at(session, i);
    if (at >= all_count(session)) return NULL;
    if (at >= fixed_count()) return session->account_names[at - fixed_count()];
    return at < NAMES ? names[at] : technique_statistic((uint32_t)(at - NAMES));
}

double chorus_statistic_value(const ChorusSession *session, size_t i)
{
    const ChorusSession *s = session;
    const EngineStats *e = &s->verdict.stats;
    const double values[] = {
#define X(name, value) (double)(value),
        SESSION_STATISTICS(X)
#undef X
    };
    size_t at = statistic_at(session, i);
    if (at >= all_count(s)) return 0;
    if (at >= fixed_count()) return account_value(s, at - fixed_count());
    return at < NAMES ? values[at] : e->techniques[at - NAMES];
}
