#include "session/guided.h"

#include "analysis/loopcounter.h"
#include "base/check.h"
#include "analysis/merged.h"
#include "program/replay.h"
#include "refine/concrete.h"
#include "refine/simulate.h"

#define STATES_MAX 300000
#define THREADS_MAX 64

static bool has_array_input(const Program *p)
{
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (p->vars.data[v].class == VAR_INPUT && p->vars.data[v].sort.kind == SORT_ARRAY) return true;
    return false;
}

/* The concrete run of the merged program as a trace of the program itself, with all its values. */
static bool translate(Program *p, Program *merged, const Trace *run, Trace *trace)
{
    Path *path = path_of_run(merged, loop_counters_new(merged), run);
    Smt *smt = smt_new(p->tm);
    bool ok = !path_approximate(path) && path_simulate(path, smt, p, trace) == SMT_SAT;
    const char *problem = ok ? interpreter_replay(interpreter_new(p), trace) : NULL;
    if (problem) run_log(p->run, 1, "a concrete run does not replay: %s", problem);
    smt_free(smt);
    path_free(path);
    return ok && !problem;
}

bool guided_search(Program *p, uint32_t threads, Trace *trace)
{
    Program *merged = merged_program(p, true, true);
    Trace run;
    if (threads > THREADS_MAX || has_array_input(merged)) return false;
    Dependence *d = dependence_new(merged);
    dependence_know_all(d);
    ConcreteResult r = concrete_search(merged, d, threads, STATES_MAX, &run);
    run_log(p->run, 1, "along the witness: %llu concrete states, %s", (unsigned long long)r.states,
            r.found ? "error" : "none found");
    bool ok = r.found && translate(p, merged, &run, trace);
    if (r.found) trace_clear(p->run, &run);
    return ok;
}
