#include "engines/symmpa/trace.h"

#include "base/check.h"
#include "engines/symmpa/localized.h"
#include "engines/symmpa/refine/covered.h"
#include "engines/symmpa/verdict.h"
#include "logic/term/boolean.h"
#include "program/rests.h"

static void log_path(Cegar *c, const Path *path)
{
    for (uint32_t i = 0; i < path->steps.count && run_verbosity(c->run) >= 3; i++) {
        Edge edge = c->merged->edges.data[path->steps.data[i].edge];
        Str s;
        str_init(c->run, &s);
        edge.text = NULL; /* the terms say more */
        program_print_edge(c->merged, &edge, &s);
        run_log(c->run, 3, "  %s thread %u line %u: %s", path->core[i] ? "core" : "    ", path->steps.data[i].thread,
                edge.pos.line, str_text(&s));
        str_clear(&s);
    }
}

Path *path_of_trace(Cegar *c, AbstractTrace *abstract)
{
    Abstraction *a = &c->abstraction;
    CHECK(abstract->steps.count > 0);
    if (!a->block) trace_drop_idle_threads(c->merged, abstract); /* transition refinement needs the states as found */
    if (!a->templates) return path_new(c->merged, c->counters, abstract);
    AbstractTrace t = a->templates(a->self, abstract);
    Path *path = path_new(c->merged, c->counters, &t);
    vec_free(c->run, &t.steps);
    run_release(c->run, t.initial_kinds);
    return path;
}

/* From here on without the over-approximated edges: nothing can be proved any more, but an error found is one. Those
 * that over-approximate values only stay at first: a run that passes them need not depend on the values. */
static void drop_approximate_edges(Cegar *c, bool all)
{
    Abstraction *a = &c->abstraction;
    c->has_dropped_all = all;
    run_log(c->run, 1, "over-approximation: %s; looking for errors without it", c->approximate_why);
    for (uint32_t i = 0; i < c->merged->edges.count; i++)
        if (c->merged->edges.data[i].approximate &&
            (all || edge_may_not_happen(c->original, &c->merged->edges.data[i])))
            c->merged->edges.data[i].guard = term_bool(c->merged->tm, false);
    *a = a->another(a->self, c->predicates); /* what the old one knows is void */
    CHECK(a->role == ROLE_OWN && !a->unsound);
}

/* A run along the path was found: true when the verdict is final. */
static bool say_found(Cegar *c, const Path *path, Trace *trace)
{
    bool again = c->approximate_why != NULL;
    const char *why = again ? trace_rests_on(c->original, trace) : covered_rest(c->original, trace);
    CHECK(!why || !c->has_dropped_all);
    if (!why) return say_false(c, trace);
    if (!again) {
        c->approximate_why = why;
        c->is_limit = c->merged->edges.data[vec_last(&path->steps).edge].approximate != NULL;
    }
    if (!c->abstraction.another) return say_approximate(c);
    drop_approximate_edges(c, again);
    return false;
}

/* Nothing made progress on a spurious trace. */
static bool give_up_on_trace(Cegar *c)
{
    const Abstraction *a = &c->abstraction;
    CHECK(!a->is_full || c->abstraction.written_out);
    if (c->approximate_why) return say_approximate(c);
    c->lesson->is_stuck = true;
    bool full = c->predicates->full || (a->is_full && a->is_full(a->self));
    return say_unknown(c, full ? "too many predicates" : "refinement found no new predicate");
}

static bool handle_spurious(Cegar *c, const AbstractTrace *abstract, const Path *path)
{
    switch (techniques_try(c, abstract, path, GROUP_TRACE | GROUP_PREDICATES | GROUP_STUCK)) {
    case PROGRESS_NONE: return give_up_on_trace(c);
    case PROGRESS_REFINED: return false;
    case PROGRESS_FINAL: return true;
    }
    return true;
}

bool handle_trace(Cegar *c, AbstractTrace *abstract)
{
    double start = run_seconds(c->run);
    Abstraction *a = &c->abstraction;
    Path *path = path_of_trace(c, abstract);
    Trace *trace = run_alloc(c->run, sizeof *trace);
    CHECK(path->p == c->merged);
    CHECK(path->steps.count == abstract->steps.count);
    bool final = false;
    SmtResult r = path_simulate(path, c->smt, c->asked, trace);
    log_path(c, path);
    switch (r) {
    case SMT_UNKNOWN: final = say_unknown(c, "the SMT solver gave up on a counterexample"); break;
    case SMT_SAT:
        final = c->request->whole  ? localized_complete(c, abstract)
                : c->request->kept ? localized_learn(c, abstract)
                                   : say_found(c, path, trace);
        break;
    case SMT_UNSAT: final = handle_spurious(c, abstract, path); break;
    }
    path_free(path);
    CHECK(!final || c->verdict->kind == VERDICT_FALSE || c->verdict->why);
    a->refresh(a->self);
    if (!final && a->is_full && a->is_full(a->self)) {
        c->lesson->is_stuck = true;
        final = say_unknown(c, "too many predicates");
    }
    c->verdict->stats.seconds_refinement += run_seconds(c->run) - start;
    return final;
}
