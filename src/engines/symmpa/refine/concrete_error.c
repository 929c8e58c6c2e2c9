#include "engines/symmpa/refine/concrete_error.h"

#include "base/check.h"
#include "engines/symmpa/refine/concrete.h"
#include "engines/symmpa/refine/concrete_short.h"
#include "engines/symmpa/refine/simulate.h"
#include "program/analysis/merged.h"
#include "program/replay.h"
#include "program/rests.h"

#define SHORT_STATES 20000 /* that are looked at for a shorter run */

/* The concrete run of the merged program as a trace of the program itself, with all its values. */
static Trace *translate_concrete_run(Program *p, Program *merged, const Trace *run)
{
    Path *path = path_of_run(merged, loop_counters_new(merged), run);
    Smt *smt = smt_new(p->tm);
    Trace *trace = run_alloc(p->run, sizeof *trace);
    bool ok = path_simulate(path, smt, p, trace) == SMT_SAT && !trace_rests_on(p, trace);
    const char *problem = ok ? interpreter_replay(interpreter_new(p), trace) : NULL;
    if (problem) run_log(p->run, 1, "a concrete run does not replay: %s", problem);
    smt_free(smt);
    path_free(path);
    return ok && !problem ? trace : NULL;
}

Trace *concrete_error(Program *p, uint32_t n, uint64_t limit)
{
    Program *merged = merged_program(p, (MergedOptions){true, true, true});
    Trace run;
    run_progress(p->run, "concrete states with %u threads", n);
    Dependence *d = dependence_new(merged);
    dependence_know_all(d);
    ConcreteResult r = concrete_search(merged, d, n, limit, &run);
    run_log(p->run, 1, "n = %u: %llu concrete states, %s", n, (unsigned long long)r.states,
            r.found ? "error" : "none found");
    Trace *trace = r.found ? translate_concrete_run(p, merged, &run) : NULL;
    if (r.found) trace_clear(p->run, &run);
    return trace;
}

static uint64_t reading_cost(const Trace *t)
{
    uint64_t cost = t->steps.count;
    for (uint32_t i = 1; i < t->steps.count; i++)
        if (t->steps.data[i].thread != t->steps.data[i - 1].thread) cost += SWITCH_COST;
    return cost;
}

Trace *concrete_short_error(Program *p, const Trace *known)
{
    Program *merged = merged_program(p, (MergedOptions){true, true, true});
    Trace run;
    Dependence *d = dependence_new(merged);
    dependence_know_all(d);
    ShortQuestion q = {.known = known, .known_cost = reading_cost(known), .limit = SHORT_STATES};
    q.property = p->edges.data[vec_last(&known->steps).edge.i].property;
    q.wanted = run_alloc(p->run, (merged->edges.count + 1) * sizeof *q.wanted);
    bool found = concrete_search_short(merged, d, trace_least_bound(p, known), &q, &run);
    Trace *trace = found ? translate_concrete_run(p, merged, &run) : NULL;
    if (found) trace_clear(p->run, &run);
    return trace && reading_cost(trace) < q.known_cost ? trace : NULL;
}
