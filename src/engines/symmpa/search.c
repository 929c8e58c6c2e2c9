#include "engines/symmpa/search.h"

#include "base/check.h"
#include "engines/symmpa/localized.h"
#include "engines/symmpa/refine/bulk.h"
#include "engines/symmpa/refine/complete.h"
#include "engines/symmpa/refine/concrete.h"
#include "engines/symmpa/refine/falsify.h"
#include "engines/symmpa/verdict.h"
#include "program/interpreter.h"
#include "program/replay.h"
#include "program/rests.h"

#define CONCRETE_STATES 300000 /* when nothing else is left */
#define CONCRETE_THREADS 8     /* if the program starts no more, concrete runs have them all */

static Progress final(bool found) { return found ? PROGRESS_FINAL : PROGRESS_NONE; }

/* ---- completion ---- */

bool completion_is_due(const Cegar *c, const Path *path, uint32_t tried)
{
    (void)tried;
    return !c->abstraction.templates && path->counter_core && !localized_is_asked(c);
}

Progress try_completion(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)tried;
    AbstractTrace complete;
    bool found = false;
    if (trace_complete(c->merged, c->counters, s->trace, &complete)) {
        CHECK(complete.steps.count >= s->trace->steps.count);
        Path *longer = path_new(c->merged, c->counters, &complete);
        Trace *trace = run_alloc(c->run, sizeof *trace);
        run_log(c->run, 1, "completed to %u steps", complete.steps.count);
        found = path_simulate(longer, c->smt, c->original, trace) == SMT_SAT && !trace_rests_on(c->original, trace) &&
                say_false(c, trace);
        path_free(longer);
    }
    vec_free(c->run, &complete.steps);
    return final(found);
}

/* ---- concrete states ---- */

/* Replays a concrete run of the merged program on the original: the verdict "false", if it does. */
static bool say_run(Cegar *c, const Trace *run)
{
    Path *path = path_of_run(c->merged, c->counters, run);
    Trace *trace = run_alloc(c->run, sizeof *trace);
    bool found = path_simulate(path, c->smt, c->original, trace) == SMT_SAT && !trace_rests_on(c->original, trace);
    Interpreter *in = interpreter_new(c->original);
    const char *problem = found ? interpreter_replay(in, trace) : NULL;
    if (problem) run_log(c->run, 1, "a concrete run does not replay: %s", problem);
    path_free(path);
    return found && !problem && say_false(c, trace);
}

static bool search_concrete_states(Cegar *c, uint64_t limit)
{
    if (c->abstraction.role < ROLE_OWN) return false;
    if (localized_is_asked(c)) return false; /* errors of the localized program need not be errors */
    uint32_t bound = program_thread_bound(c->merged), most = bound <= CONCRETE_THREADS ? bound : 3;
    if (c->options->threads && most > c->options->threads) most = c->options->threads;
    Dependence *d = dependence_new(c->merged);
    bool found = false;
    dependence_know_all(d);
    for (uint32_t n = bound <= CONCRETE_THREADS ? most : 1; n <= most && !found; n++) {
        Trace run;
        run_progress(c->run, "concrete states with %u threads", n);
        ConcreteResult r = concrete_search(c->merged, d, n, limit, &run);
        run_log(c->run, 1, "n = %u: %llu concrete states, %s", n, (unsigned long long)r.states,
                r.found ? "error" : "none found");
        CHECK(r.states <= limit + 1);
        CHECK(!r.found || run.steps.count > 0);
        found = r.found && say_run(c, &run);
        if (r.found) trace_clear(c->run, &run);
    }
    return found;
}

static const struct {
    uint32_t iterations;
    uint64_t checks, states;
} samples[SAMPLES] = {{8, 300, 20000}, {25, 4000, 300000}, {75, 10000, 2000000}};

bool sample_is_due(const Cegar *c, const Path *path, uint32_t tried)
{
    (void)path;
    CHECK(tried < SAMPLES);
    return c->verdict->stats.iterations - c->request->before.iterations >= samples[tried].iterations ||
           smt_stats(c->smt).checks >= samples[tried].checks;
}

Progress try_sample(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)s;
    return final(search_concrete_states(c, samples[tried].states));
}

/* ---- many threads that do the same ---- */

static const struct {
    uint32_t iterations;
    BulkLimits limits;
} bulks[BULKS] = {{10, {300, 0, 30000}}, {24, {UINT32_MAX, 0, 6000000}}};

bool bulk_is_due(const Cegar *c, const Path *path, uint32_t tried)
{
    (void)path;
    CHECK(tried < BULKS);
    if (localized_is_asked(c)) return false; /* errors of the localized program need not be errors */
    return c->verdict->stats.iterations - c->request->before.iterations >= bulks[tried].iterations;
}

Progress try_bulk(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)s;
    BulkLimits limits = bulks[tried].limits;
    uint32_t rounds = bulk_rounds_of_interest(c->original);
    if (rounds < limits.rounds) limits.rounds = rounds;
    if (tried && limits.rounds <= bulks[0].limits.rounds) return PROGRESS_NONE; /* it was done */
    limits.threads = c->options->threads;
    Trace *trace = run_alloc(c->run, sizeof *trace);
    run_progress(c->run, "many threads that do the same");
    bool found = bulk_search(c->original, limits, trace);
    run_log(c->run, 1, "%u rounds of threads that do the same: %s", limits.rounds, found ? "error" : "none found");
    if (!found) return PROGRESS_NONE;
    const char *problem = interpreter_replay(interpreter_new(c->original), trace);
    if (problem) run_log(c->run, 1, "a run of many threads does not replay: %s", problem);
    return final(!problem && say_false(c, trace));
}

/* ---- random runs with many threads ---- */

#define CROWD_ITERATIONS 10
#define CROWD_CHECKS 1000

bool crowds_are_due(const Cegar *c, const Path *path, uint32_t tried)
{
    (void)path;
    (void)tried;
    if (localized_is_asked(c) || c->request->whole || c->approximate_why) return false;
    if (program_thread_bound(c->merged) <= CONCRETE_THREADS) return false; /* the search of concrete states has them */
    return c->verdict->stats.iterations - c->request->before.iterations >= CROWD_ITERATIONS ||
           smt_stats(c->smt).checks >= CROWD_CHECKS || c->request->after_glance;
}

Progress try_crowds(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)s;
    (void)tried;
    Trace *trace = random_error_of_many(c->original, &c->rng, c->options->threads);
    run_log(c->run, 1, "random runs of many threads: %s", trace ? "error" : "none found");
    return final(trace && say_false(c, trace));
}

#define EARLY_STATES 20000

bool search_early(Cegar *c) { return search_concrete_states(c, EARLY_STATES); }

/* ---- the last resort ---- */

bool find_concrete(Cegar *c) { return search_concrete_states(c, CONCRETE_STATES); }

bool search_is_due(const Cegar *c, const Path *path, uint32_t tried)
{
    (void)path;
    (void)tried;
    return !c->approximate_why;
}

Progress try_concrete_states(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)s;
    (void)tried;
    return final(find_concrete(c));
}

Progress try_random_runs(Cegar *c, const Spurious *s, uint32_t tried)
{
    (void)s;
    (void)tried;
    if (c->request->whole) return PROGRESS_NONE; /* errors of the program at hand need not be errors */
    Trace *trace = random_error(c->original, &c->rng, c->options->threads);
    return final(trace && say_false(c, trace));
}
