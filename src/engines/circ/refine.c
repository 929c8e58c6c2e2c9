#include "engines/circ/refine.h"

#include "base/check.h"
#include "engines/circ/witness.h"
#include "engines/symmpa/refine/discover.h"
#include "program/rests.h"

/* Appends what ends the interleaving: the error edge, or two steps that say that accesses meet. */
static void add_error_end(Refinement *r, const SystemTrace *trace, Interleaving *i)
{
    Run *run = r->probe->program->run;
    const AbstractError *error = &trace->error;
    if (error->access == NO_ID) {
        vec_push(run, &i->trace.steps, ((AbstractStep){i->main, error->edge.i, NO_LOCAL}));
        return;
    }
    EdgeId stand = probe_stand(r->probe, i->write_edge, i->write_access);
    EdgeId meet = probe_meet(r->probe, error->edge, error->access, i->write_edge, i->write_access);
    vec_push(run, &i->trace.steps, ((AbstractStep){i->partner, stand.i, NO_LOCAL}));
    vec_push(run, &i->trace.steps, ((AbstractStep){i->main, meet.i, NO_LOCAL}));
}

static RefineResult say_refinement(Refinement *r, RefineResult result, const char *why)
{
    r->why = why;
    return result;
}

static RefineResult confirm_on_trace(Refinement *r, const Path *path, const SystemTrace *trace, const Interleaving *i)
{
    const AbstractError *error = &trace->error;
    const char *problem = error->access == NO_ID
                              ? witness_error(r->reported, r->trace)
                              : witness_race(r->reported, r->probe->edge_count, r->trace, error->edge, i->write_edge);
    if (problem) return say_refinement(r, REFINE_UNKNOWN, problem);
    const char *rests = trace_rests_on(r->reported, r->trace);
    if (!rests) return REFINE_REAL;
    return say_refinement(r, REFINE_STUCK,
                          run_format(path->p->run, "a counterexample depends on an over-approximation: %s", rests));
}

static bool learn_predicates(Refinement *r, const Path *path)
{
    for (int layer = 0; layer < DISCOVER_LAYERS; layer++)
        if (discover_predicates(path, r->predicates, (DiscoverLayer)layer)) {
            discover_bounds(r->predicates);
            return true;
        }
    return discover_bounds(r->predicates) > 0;
}

static void log_interleaving(const Program *p, const Interleaving *i)
{
    if (run_verbosity(p->run) < 2) return;
    for (uint32_t k = 0; k < i->trace.steps.count; k++) {
        Str s;
        str_init(p->run, &s);
        program_print_edge((Program *)p, &p->edges.data[i->trace.steps.data[k].edge], &s);
        run_log(p->run, 2, "  thread %u: %s", i->trace.steps.data[k].thread, str_text(&s));
        str_clear(&s);
    }
}

/* One interleaving of the trace. */
static RefineResult try(Refinement *r, const System *s, const ContextOrigins *origins, const SystemTrace *trace,
                        bool late)
{
    Run *run = s->p->run;
    Interleaving i;
    InterleaveResult made = interleave(s, origins, trace, late, &i);
    if (made == INTERLEAVE_COUNTER) return REFINE_COUNTER;
    if (made == INTERLEAVE_NO_PATH)
        return say_refinement(r, REFINE_STUCK, "a context thread follows no path of its thread");
    add_error_end(r, trace, &i);
    log_interleaving(r->probe->program, &i);
    Path *path = path_new(r->probe->program, r->counters, &i.trace);
    r->trace = run_alloc(run, sizeof *r->trace);
    RefineResult result = REFINE_UNKNOWN;
    switch (path_simulate(path, r->smt, r->probe->program, r->trace)) {
    case SMT_SAT: result = confirm_on_trace(r, path, trace, &i); break;
    case SMT_UNSAT:
        result = learn_predicates(r, path) ? REFINE_PREDICATES
                                           : say_refinement(r, REFINE_STUCK, "no new predicates for a spurious trace");
        break;
    case SMT_UNKNOWN: result = say_refinement(r, REFINE_STUCK, "the solver gave up on a trace"); break;
    }
    path_free(path);
    interleaving_clear(run, &i);
    return result;
}

RefineResult refine_on_trace(Refinement *r, const System *s, const ContextOrigins *origins, const SystemTrace *trace)
{
    CHECK(trace->error.edge.i < r->probe->edge_count);
    RefineResult result = try(r, s, origins, trace, true);
    if (result == REFINE_STUCK || result == REFINE_UNKNOWN) result = try(r, s, origins, trace, false);
    return result;
}
