#include "engine/localized.h"

#include <string.h>

#include "analysis/part.h"
#include "base/check.h"
#include "analysis/merged.h"
#include "engine/verdict.h"
#include "program/rests.h"
#include "refine/simulate.h"
#include "term/walk.h"

static const char why[] = "a counterexample that leaves out conditions";

bool localized_is_asked(const Cegar *c) { return c->request->kept || c->request->whole; }

bool localized_keep_all(Cegar *c)
{
    uint32_t n = c->original->vars.count;
    CHECK(c->request->kept);
    if (!c->lesson->more) c->lesson->more = run_alloc(c->run, n + 1);
    memset(c->lesson->more, true, n);
    return say_unknown(c, why);
}

/* Per edge of the original: the edge of `steps` that it alone is, or NO_ID. */
static uint32_t *edges_in(const Program *original, const Program *steps)
{
    uint32_t *at = run_alloc(original->run, (original->edges.count + 1) * sizeof *at);
    memset(at, 0xff, (original->edges.count + 1) * sizeof *at);
    for (uint32_t i = 0; i < steps->edges.count; i++) {
        CHECK(steps->edges.data[i].path_count == 1);
        at[steps->edges.data[i].path[0].i] = i;
    }
    return at;
}

typedef struct Marks {
    Cegar *c;
    bool *more;
    bool any; /* one that is not kept so far */
} Marks;

static void mark(void *arg, Term var)
{
    Marks *m = arg;
    const Program *p = m->c->original;
    uint32_t v = term_symbol(p->tm, var);
    if (p->vars.data[v].class == VAR_INPUT || m->more[v]) return;
    m->more[v] = m->any = true;
}

/* Conjuncts over variables that are not all kept. */
static void mark_left_out(Marks *m, Term guard)
{
    TermManager *tm = m->c->original->tm;
    if (part_speaks_of(m->c->original, m->c->request->kept, guard)) return;
    if (term_kind(tm, guard) != TERM_AND) {
        term_for_each_var(tm, guard, mark, m);
        return;
    }
    for (uint32_t i = 0; i < term_arity(tm, guard); i++)
        mark_left_out(m, term_arg(tm, guard, i));
}

/* The edge of what is asked about that an edge of the program is or is a copy of. */
static uint32_t asked_edge(const Cegar *c, EdgeId edge)
{
    return c->request->whole ? c->original->edges.data[edge.i].path[0].i : edge.i;
}

/* The steps of the merged program as steps of the original, one by one; false when one of them cannot be taken
 * whatever comes before, and is marked (m: NULL, not). */
static bool write_out(Cegar *c, const AbstractTrace *abstract, const uint32_t *at, Marks *m, AbstractTrace *out)
{
    *out = (AbstractTrace){.initial_threads = abstract->initial_threads, .initial_kinds = abstract->initial_kinds};
    for (uint32_t i = 0; i < abstract->steps.count; i++) {
        AbstractStep s = abstract->steps.data[i];
        const Edge *merged = &c->merged->edges.data[s.edge];
        for (uint32_t k = 0; k < merged->path_count; k++) {
            const Edge *e = &c->original->edges.data[merged->path[k].i];
            uint32_t edge = at[asked_edge(c, merged->path[k])];
            if (edge == NO_ID && m) mark_left_out(m, e->guard);
            if (edge == NO_ID) return false;
            uint32_t child = e->spawn.i == NO_ID ? NO_LOCAL : s.child;
            vec_push(c->run, &out->steps, ((AbstractStep){s.thread, edge, child}));
        }
    }
    return true;
}

static void mark_core(Cegar *c, const Path *path, Marks *m)
{
    for (uint32_t i = 0; i < path->steps.count; i++) {
        const Edge *e = &path->p->edges.data[path->steps.data[i].edge];
        if (path->core[i]) mark_left_out(m, c->original->edges.data[e->path[0].i].guard);
    }
}

bool localized_learn(Cegar *c, const AbstractTrace *abstract)
{
    uint32_t n = c->original->vars.count;
    bool *more = run_alloc(c->run, n + 1);
    Marks m = {c, more, false};
    CHECK(c->request->kept && abstract->steps.count > 0);
    memcpy(more, c->request->kept, n);
    Program *steps = merged_program(c->original, false, false);
    uint32_t *at = edges_in(c->original, steps);
    AbstractTrace trace;
    if (write_out(c, abstract, at, &m, &trace)) {
        Trace ignored;
        LoopCounters *counters = loop_counters_new(steps);
        Path *path = path_new(steps, counters, &trace);
        if (path_simulate(path, c->smt, c->original, &ignored) == SMT_UNSAT) mark_core(c, path, &m);
        path_free(path);
    }
    vec_free(c->run, &trace.steps);
    run_release(c->run, at);
    c->lesson->more = more;
    if (!m.any) return localized_keep_all(c);
    part_close(c->original, more);
    return say_unknown(c, why);
}

bool localized_complete(Cegar *c, const AbstractTrace *abstract)
{
    Program *watched = c->original, *whole = c->request->whole;
    Program *steps = merged_program(whole, false, false);
    uint32_t *at = edges_in(whole, steps);
    AbstractTrace trace;
    bool found = false;
    if (write_out(c, abstract, at, NULL, &trace)) {
        Trace *run = run_alloc(c->run, sizeof *run);
        LoopCounters *counters = loop_counters_new(steps);
        Path *path = path_new(steps, counters, &trace);
        c->original = whole; /* what is said is said of it */
        found = path_simulate(path, c->smt, whole, run) == SMT_SAT && !trace_rests_on(whole, run) && say_false(c, run);
        path_free(path);
    }
    c->original = watched;
    vec_free(c->run, &trace.steps);
    run_release(c->run, at);
    return found || say_unknown(c, "a counterexample that needs other elements of arrays");
}
