#include "engines/symmpa/localized.h"

#include <string.h>

#include "base/check.h"
#include "engines/symmpa/refine/simulate.h"
#include "engines/symmpa/verdict.h"
#include "logic/term/walk.h"
#include "program/analysis/join.h"
#include "program/analysis/merged.h"
#include "program/analysis/part.h"
#include "program/replay.h"
#include "program/rests.h"

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

static void mark_missing_variable(void *arg, Term var)
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
        term_for_each_var(tm, guard, mark_missing_variable, m);
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

/* The steps of the merged program as steps of the original, one by one. */
typedef struct Writing {
    Cegar *c;
    const uint32_t *at;   /* see edges_in */
    Marks *marks;         /* or NULL */
    const bool *left_out; /* per edge of the original: it has no effect in the program that was asked; NULL: none */
    VEC(LocId) places;    /* per thread that is written: where it is; .i = NO_ID: where it begins */
    VEC(uint32_t) number; /* per thread of the trace: its number among those that are written */
    uint32_t threads;     /* that are written: idle ones, which the trace leaves out, are created as well */
    bool is_bounded;      /* the bound on the number of threads is reached: no more are created */
    AbstractTrace *out;
} Writing;

static LocId place_of_thread(Writing *w, uint32_t thread, LocId next)
{
    const Program *p = w->c->original;
    while (w->places.count <= thread)
        vec_push(w->c->run, &w->places, ((LocId){NO_ID}));
    LocId l = w->places.data[thread];
    return l.i == NO_ID ? p->templates.data[p->locs.data[next.i].template.i].entry : l;
}

/* The thread that the edge creates, or NO_LOCAL. */
static uint32_t create(Writing *w, EdgeId edge)
{
    bool creates = w->c->original->edges.data[edge.i].spawn.i != NO_ID && !w->is_bounded;
    return creates ? w->threads++ : NO_LOCAL;
}

/* False: the edge cannot be taken whatever comes before, and is marked. */
static bool write_edge(Writing *w, uint32_t thread, EdgeId edge)
{
    uint32_t child = create(w, edge), at = w->at[asked_edge(w->c, edge)];
    const Edge *e = &w->c->original->edges.data[edge.i];
    if (at == NO_ID && w->marks) mark_left_out(w->marks, e->guard);
    if (at == NO_ID) return false;
    vec_push(w->c->run, &w->out->steps, ((AbstractStep){thread, at, child}));
    return true;
}

/* The first way found from one location to another along edges that were left out: more may be, but what the way needs
 * shows which conditions matter. False: none. */
static bool write_way(Writing *w, uint32_t thread, LocId from, LocId to)
{
    const Program *p = w->c->original;
    uint32_t *by = run_alloc(w->c->run, (p->locs.count + 1) * sizeof *by); /* backwards: the edge to take from there */
    VEC(uint32_t) work = {NULL, 0, 0};
    memset(by, 0xff, (p->locs.count + 1) * sizeof *by);
    vec_push(w->c->run, &work, from.i);
    for (uint32_t i = 0; i < work.count && by[to.i] == NO_ID; i++) {
        uint32_t l = work.data[i];
        for (uint32_t k = p->out_start[l]; k < p->out_start[l + 1]; k++) {
            uint32_t edge = p->out_edges[k], next = p->edges.data[edge].to.i;
            if (!w->left_out[edge] || by[next] != NO_ID || next == from.i) continue;
            by[next] = edge;
            vec_push(w->c->run, &work, next);
        }
    }
    vec_clear(&work);
    bool found = by[to.i] != NO_ID;
    for (uint32_t l = to.i; found && l != from.i; l = p->edges.data[by[l]].from.i)
        vec_push(w->c->run, &work, by[l]);
    while (found && work.count)
        found = write_edge(w, thread, (EdgeId){vec_pop(&work)});
    vec_free(w->c->run, &work);
    run_release(w->c->run, by);
    return found;
}

static bool write_step(Writing *w, const AbstractStep *s, EdgeId edge)
{
    const Edge *e = &w->c->original->edges.data[edge.i];
    bool creates = w->c->asked->edges.data[edge.i].spawn.i != NO_ID;
    uint32_t thread = w->number.data[s->thread];
    LocId from = place_of_thread(w, thread, e->from);
    if (w->left_out && from.i != e->from.i && !write_way(w, thread, from, e->from)) return false;
    w->places.data[thread] = e->to;
    w->is_bounded |= creates && s->child == NO_LOCAL;
    if (creates && s->child != NO_LOCAL) vec_push(w->c->run, &w->number, w->threads);
    CHECK(!creates || s->child == NO_LOCAL || s->child + 1 == w->number.count);
    return write_edge(w, thread, edge);
}

/* False when one of the steps cannot be taken whatever comes before, and is marked (m: NULL, not). */
static bool write_out_trace(Cegar *c, const AbstractTrace *abstract, const uint32_t *at, Marks *m, AbstractTrace *out)
{
    Writing w = {.c = c, .at = at, .marks = m, .threads = abstract->initial_threads, .out = out};
    bool is_out = true;
    for (uint32_t i = 0; i < abstract->initial_threads; i++)
        vec_push(c->run, &w.number, i);
    if (c->lesson->joined) w.left_out = join_left_out(part_localize(c->original, c->request->kept), c->lesson->joined);
    *out = (AbstractTrace){.initial_threads = abstract->initial_threads, .initial_kinds = abstract->initial_kinds};
    for (uint32_t i = 0; i < abstract->steps.count && is_out; i++) {
        const Edge *merged = &c->merged->edges.data[abstract->steps.data[i].edge];
        for (uint32_t k = 0; k < merged->path_count && is_out; k++)
            is_out = write_step(&w, &abstract->steps.data[i], merged->path[k]);
    }
    vec_free(c->run, &w.places);
    vec_free(c->run, &w.number);
    return is_out;
}

static void mark_core(Cegar *c, const Path *path, Marks *m)
{
    for (uint32_t i = 0; i < path->steps.count; i++) {
        const Edge *e = &path->p->edges.data[path->steps.data[i].edge];
        if (path->core[i]) mark_left_out(m, c->original->edges.data[e->path[0].i].guard);
    }
}

/* Locations where a thread stops others were left out, so what the solver finds need not be a run; and idle threads
 * count as well, where the number is bounded. */
static bool is_run(const Cegar *c, Trace *run)
{
    uint32_t bound = c->options->threads;
    if (bound && trace_least_bound(c->original, run) > bound) return false;
    return !trace_rests_on(c->original, run) && !interpreter_replay(interpreter_new(c->original), run);
}

bool localized_learn(Cegar *c, const AbstractTrace *abstract)
{
    uint32_t n = c->original->vars.count;
    bool *more = run_alloc(c->run, n + 1);
    Marks m = {c, more, false};
    CHECK(c->request->kept && abstract->steps.count > 0);
    memcpy(more, c->request->kept, n);
    Program *steps = merged_program(c->original, (MergedOptions){0});
    uint32_t *at = edges_in(c->original, steps);
    AbstractTrace trace;
    bool found = false;
    if (write_out_trace(c, abstract, at, &m, &trace)) {
        Trace *run = run_alloc(c->run, sizeof *run);
        LoopCounters *counters = loop_counters_new(steps);
        Path *path = path_new(steps, counters, &trace);
        SmtResult r = path_simulate(path, c->smt, c->original, run);
        if (r == SMT_UNSAT) mark_core(c, path, &m);
        found = r == SMT_SAT && is_run(c, run) && say_false(c, run);
        path_free(path);
    }
    vec_free(c->run, &trace.steps);
    run_release(c->run, at);
    if (found) return true;
    c->lesson->more = more;
    if (!m.any) return localized_keep_all(c);
    part_close(c->original, more);
    return say_unknown(c, why);
}

bool localized_complete(Cegar *c, const AbstractTrace *abstract)
{
    Program *watched = c->original, *whole = c->request->whole;
    Program *steps = merged_program(whole, (MergedOptions){0});
    uint32_t *at = edges_in(whole, steps);
    AbstractTrace trace;
    bool found = false;
    if (write_out_trace(c, abstract, at, NULL, &trace)) {
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
