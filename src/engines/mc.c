/* The order of work for every number of threads: n = 1, n = 2, views of size 1, n = 3, views of size 2, ...
 *
 * A constraint with |I| thread indices says nothing when there are fewer threads. Views take every constraint to bind,
 * so what they prove holds from the greatest |I| on; smaller numbers of threads are explored one by one. */
#include "engines/mc.h"

#include <inttypes.h>
#include <string.h>

#include "base/check.h"
#include "engines/mc_steps.h"
#include "engines/symmpa/explore/counter.h"
#include "engines/symmpa/explore/dd.h"
#include "engines/symmpa/explore/view.h"
#include "report/report.h"
#include "report/value.h"

#define VIEW_SIZE_MAX 4
#define THREADS_MAX 8 /* for every number of threads: how many are tried in search of an error */

typedef struct Mc {
    Run *run;
    BoolProgram *program;
    BoolEdges *edges;
    const McOptions *options;
    bool *errors;
    Verdict *verdict;
    McVerdict *result;
} Mc;

static bool *error_locations(Mc *mc)
{
    bool *errors = run_alloc(mc->run, (mc->program->statements.count + 2) * sizeof *errors);
    errors[0] = true; /* assertions */
    for (uint32_t i = 0; i < mc->program->errors.count; i++)
        errors[mc->program->errors.data[i]] = true;
    return errors;
}

static const char *count_text(Run *run, uint64_t count, const char *noun)
{
    Str s;
    str_init(run, &s);
    report_add_count(&s, count, noun);
    return str_text(&s);
}

static void say_mc_unknown(Mc *mc, const char *why)
{
    mc->verdict->kind = VERDICT_UNKNOWN;
    mc->verdict->why = why;
}

static void say_mc_false(Mc *mc, const BoolOracle *oracle, uint32_t n, const AbstractTrace *trace)
{
    CHECK(trace->steps.count > 0 && n > 0);
    mc->verdict->kind = VERDICT_FALSE;
    mc->verdict->threads = n;
    mc->result->steps = mc_steps_build(mc->program, oracle, trace);
}

/* Explores exactly n threads; false: there is an error, and the verdict says so. */
static bool explore_mc_threads(Mc *mc, uint32_t n)
{
    CHECK(n > 0);
    BoolOracle *o = bool_oracle_new(mc->edges, n, mc->errors);
    EngineStats *stats = &mc->verdict->stats;
    double start = run_seconds(mc->run), dd_states = 0;
    AbstractTrace trace;
    ExploreResult r;
    run_progress(mc->run, "%u threads", n);
    if (mc->options->explorer == MC_DD) {
        r = dd_explore(mc->run, o, mc->edges, n, mc->errors, &trace, &dd_states, NULL);
        stats->states = dd_states < 1e18 ? (uint64_t)dd_states : UINT64_C(1000000000000000000);
    } else {
        Oracle oracle = bool_oracle(o);
        r = counter_explore(mc->run, &oracle, n, UINT32_MAX - 2, &trace, &stats->states, NULL);
    }
    stats->iterations++;
    stats->local_states = bool_oracle_local_count(o);
    stats->seconds_exploration += run_seconds(mc->run) - start;
    run_log(mc->run, 1, "n = %u: %s, %" PRIu64 " states, %" PRIu64 " local states", n,
            r == EXPLORE_SAFE ? "safe" : "error", stats->states, stats->local_states);
    RUN_CHECK(mc->run, r != EXPLORE_LIMIT);
    if (r == EXPLORE_ERROR) say_mc_false(mc, o, n, &trace);
    bool_oracle_free(o);
    return r == EXPLORE_SAFE;
}

/* Do views of size k prove the property for every number of threads for which all constraints bind? */
static bool explore_mc_views(Mc *mc, uint32_t k)
{
    CHECK(k > 0 && k <= VIEW_SIZE_MAX);
    BoolOracle *o = bool_oracle_new(mc->edges, BOOL_ENOUGH_THREADS, mc->errors);
    EngineStats *stats = &mc->verdict->stats;
    Oracle oracle = bool_oracle(o);
    double start = run_seconds(mc->run);
    run_progress(mc->run, "views of size %u", k);
    ExploreResult r = view_explore(mc->run, &oracle, k, UINT32_MAX - 2, &stats->views, NULL);
    stats->view_size = k;
    stats->local_states = bool_oracle_local_count(o);
    stats->seconds_exploration += run_seconds(mc->run) - start;
    run_log(mc->run, 1, "views k = %u: %s, %" PRIu64 " views", k, r == EXPLORE_SAFE ? "safe" : "not proved",
            stats->views);
    bool_oracle_free(o);
    return r == EXPLORE_SAFE;
}

/* n: the number it holds for, 0 = every number. */
static void say_mc_true(Mc *mc, uint32_t n, bool with_views)
{
    CHECK(mc->verdict->kind == VERDICT_UNKNOWN); /* said once */
    CHECK(with_views ? !n || n >= mc->edges->needs_max : n > 0);
    const EngineStats *stats = &mc->verdict->stats;
    mc->verdict->kind = VERDICT_TRUE;
    mc->verdict->threads = n;
    if (!with_views)
        mc->result->evidence = run_format(mc->run, "%s explored\n", count_text(mc->run, stats->states, "state"));
    else
        mc->result->evidence = run_format(mc->run, "proof with %s of size %u\n",
                                          count_text(mc->run, stats->views, "view"), stats->view_size);
}

/* Views alone: for a number of threads for which some constraint does not bind they say nothing; so where there are
 * such numbers, what is proved is said of the number asked for only. */
static void check_with_views(Mc *mc)
{
    uint32_t least = mc->edges->needs_max, n = mc->options->threads;
    if (least > 1 && (!n || n < least)) {
        say_mc_unknown(mc,
                       run_format(mc->run, "views are right from %u threads on, as many as a constraint names", least));
        return;
    }
    for (uint32_t k = 1; k <= VIEW_SIZE_MAX; k++)
        if (explore_mc_views(mc, k)) {
            say_mc_true(mc, least > 1 ? n : 0, true);
            return;
        }
    say_mc_unknown(mc, run_format(mc->run, "not proved with views of size %d", VIEW_SIZE_MAX));
}

static void check_mc_every_number(Mc *mc)
{
    bool views = mc->options->explorer == MC_AUTO;
    uint32_t k = 1, least = mc->edges->needs_max;
    for (uint32_t n = 1; n <= THREADS_MAX || n < least; n++) {
        if (!explore_mc_threads(mc, n)) return;
        if (!views || n < 2 || n + 1 < least || k > VIEW_SIZE_MAX) continue;
        if (explore_mc_views(mc, k++)) {
            say_mc_true(mc, 0, true);
            return;
        }
    }
    say_mc_unknown(mc, run_format(mc->run, "%s; no error with at most %u threads",
                                  views ? "not proved with views" : "only views prove every number of threads",
                                  THREADS_MAX > least ? THREADS_MAX : least));
}

void mc_check(BoolProgram *program, const McOptions *options, Verdict *verdict, McVerdict *result)
{
    Mc mc = {.run = program->run, .program = program, .options = options, .verdict = verdict, .result = result};
    memset(verdict, 0, sizeof *verdict);
    memset(result, 0, sizeof *result);
    verdict->kind = VERDICT_UNKNOWN;
    mc.edges = boolprog_edges(program);
    mc.errors = error_locations(&mc);
    if (options->explorer == MC_VIEW)
        check_with_views(&mc);
    else if (!options->threads)
        check_mc_every_number(&mc);
    else if (explore_mc_threads(&mc, options->threads))
        say_mc_true(&mc, options->threads, false);
    CHECK((verdict->kind == VERDICT_FALSE) == (result->steps != NULL));
    CHECK((verdict->kind == VERDICT_TRUE) == (result->evidence != NULL));
    CHECK(verdict->kind != VERDICT_UNKNOWN || verdict->why);
    boolprog_edges_free(mc.edges);
    run_release(program->run, mc.errors);
}
