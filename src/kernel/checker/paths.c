#include "kernel/checker/paths.h"

#include "base/check.h"
#include "kernel/checker/effects.h"
#include "logic/term/boolean.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define PATHS_LIMIT 100000 /* from one location */

/* ---- cut locations ---- */

bool paths_check_entries(Checker *k)
{
    Program *p = k->p;
    for (uint32_t t = 0; t < p->templates.count && !k->problem; t++) {
        LocId entry = p->templates.data[t].entry;
        if (program_out_count(p, entry) && !k->c->cut[entry.i])
            checker_fail(k, "%s: an entry is not cut", checker_describe_location(k, entry));
    }
    return !k->problem;
}

/* Is a thread there within a section (kernel/kinds/concrete/sections.h)? Then only it is moved. */
static bool is_in_section(const Checker *k, LocId l) { return k->c->section[l.i].i != NO_ID; }

/* A path comes through a location that is not cut. */
static void check_uncut(Checker *k, LocId l)
{
    Program *p = k->p;
    if (is_in_section(k, l)) return;
    for (uint32_t i = 0; i < program_out_count(p, l) && !k->problem; i++) {
        const Edge *e = program_out_edge(p, l, i);
        bool is_local = effects_are_local(k, e) && !effects_enter_atomic(p, e) && !is_in_section(k, e->to);
        if (!p->locs.data[l.i].atomic && !is_local)
            checker_fail(k, "%s: other threads can see its steps, and it is not cut", checker_describe_location(k, l));
    }
}

/* ---- paths ---- */

typedef struct PathWalk {
    Checker *k;
    LocId from;
    Term *env; /* per variable, over the path's start; TERM_NONE: unchanged */
    VEC(uint32_t) written;
    VEC(uint32_t) edges;
    uint32_t place; /* of the edge being composed */
    bool *on_path;  /* per location that is not cut */
} PathWalk;

/* Do the edges follow each other from the start on? */
static bool walk_is_connected(const PathWalk *w)
{
    const Program *p = w->k->p;
    LocId at = w->from;
    for (uint32_t i = 0; i < w->edges.count; i++) {
        const Edge *e = &p->edges.data[w->edges.data[i]];
        if (e->from.i != at.i) return false;
        at = e->to;
    }
    return true;
}

/* Has what was composed been taken back? */
static bool walk_is_undone(const PathWalk *w)
{
    const Program *p = w->k->p;
    for (uint32_t v = 0; v < p->vars.count; v++)
        if (term_is(w->env[v])) return false;
    for (uint32_t l = 0; l < p->locs.count; l++)
        if (w->on_path[l]) return false;
    return w->edges.count == 0 && w->written.count == 0;
}

/* A variable has one value after a path, and only what its thread sees is given one. */
static bool assigns_are_valid(const Program *p, const CertifyPath *path)
{
    TemplateId t = p->locs.data[path->from.i].template;
    for (uint32_t i = 0; i < path->assign_count; i++) {
        const Var *info = &p->vars.data[path->assigns[i].var.i];
        if (info->class == VAR_INPUT || (info->class == VAR_LOCAL && info->template.i != t.i)) return false;
        for (uint32_t k = 0; k < i; k++)
            if (path->assigns[k].var.i == path->assigns[i].var.i) return false;
    }
    return true;
}

static Term over_start(void *arg, TermManager *tm, Term var)
{
    PathWalk *w = arg;
    uint32_t v = term_symbol(tm, var);
    CHECK(v < w->k->p->vars.count);
    const Var *info = &w->k->p->vars.data[v];
    if (info->class == VAR_INPUT) return term_var(tm, info->sort, v, w->place);
    if (term_is(w->env[v]) || info->class == VAR_SHARED) return w->env[v];
    /* What is known at the start of the path may not be known where its edges join others. */
    const Reduced *known = w->k->reduced;
    return known->local[w->from.i] ? known->local[w->from.i][known->place[v]] : TERM_NONE;
}

static void refuse_copies(void *arg, Term var)
{
    Checker *k = arg;
    if (term_instance(k->tm, var) != 0) checker_fail(k, "the program has inputs with copies, which are not supported");
}

static void add_path(PathWalk *w, LocId to, Term guard, const Edge *last)
{
    Checker *k = w->k;
    CHECK(w->edges.count > 0 && walk_is_connected(w));
    CHECK(to.i == NO_ID || last->is_error || k->c->cut[to.i]);
    CertifyPath path = {.from = w->from, .to = to, .guard = guard, .spawn = {NO_ID}};
    path.error = last->is_error && to.i != NO_ID;
    path.first = (EdgeId){w->edges.data[0]};
    path.last = (EdgeId){vec_last(&w->edges)};
    path.assigns = run_alloc(k->run, (w->written.count + 1) * sizeof *path.assigns);
    for (uint32_t i = 0; i < w->written.count; i++) {
        VarId v = {w->written.data[i]};
        if (!term_same(w->env[v.i], program_var_term(k->p, v)))
            path.assigns[path.assign_count++] = (Assign){v, w->env[v.i]};
    }
    if (last->spawn.i != NO_ID) { /* alone on its path: both its ends are cut */
        path.spawn = last->spawn;
        path.args = last->args;
        path.arg_count = last->arg_count;
    }
    CHECK(assigns_are_valid(k->p, &path));
    CHECK(!term_is_false(k->tm, path.guard));
    vec_push(k->run, &k->paths[w->from.i], path);
    if (k->paths[w->from.i].count > PATHS_LIMIT)
        checker_fail(k, "%s: more than %d paths to the next cut locations", checker_describe_location(k, w->from),
                     PATHS_LIMIT);
}

typedef struct InputSearch {
    const Program *p;
    bool found;
} InputSearch;

static void look_for_guard_input(void *arg, Term var)
{
    InputSearch *s = arg;
    if (s->p->vars.data[term_symbol(s->p->tm, var)].class == VAR_INPUT) s->found = true;
}

/* The path that ends where the thread cannot go on. Where guards depend on inputs no condition is needed for the
 * argument: a thread need not be run again. In an atomic section stopping stops everybody: nothing to be seen; nor is
 * what came before in a section of a lock. */
static void add_stopping_path(PathWalk *w, LocId l, Term guard)
{
    Checker *k = w->k;
    Program *p = k->p;
    if (p->locs.data[l.i].atomic || is_in_section(k, l)) return;
    Term none = term_bool(k->tm, true);
    for (uint32_t i = 0; i < program_out_count(p, l); i++)
        none = term_and(k->tm, none, term_not(k->tm, program_out_edge(p, l, i)->guard));
    InputSearch s = {p, false};
    term_for_each_var(k->tm, none, look_for_guard_input, &s);
    w->place = w->edges.count;
    if (term_is_false(k->tm, none)) return;
    if (!s.found) guard = term_and(k->tm, guard, term_substitute(k->tm, none, over_start, w));
    if (!term_is_false(k->tm, guard)) add_path(w, (LocId){NO_ID}, guard, &p->edges.data[vec_last(&w->edges)]);
}

static void walk_paths(PathWalk *w, const Edge *e, Term guard)
{
    Checker *k = w->k;
    TermManager *tm = k->tm;
    run_poll(k->run);
    CHECK(k->p->locs.data[e->from.i].template.i == k->p->locs.data[w->from.i].template.i);
    if (e->spawn.i != NO_ID && (w->edges.count || !k->c->cut[e->to.i]))
        checker_fail(k, "%s: a start of a thread is joined with other steps", checker_describe_location(k, e->from));
    w->place = w->edges.count;
    term_for_each_var(tm, e->guard, refuse_copies, k);
    guard = term_and(tm, guard, term_substitute(tm, e->guard, over_start, w));
    if (k->problem || term_is_false(tm, guard)) return;
    uint32_t n = e->assign_count, written = w->written.count;
    Term *values = run_alloc(k->run, (2 * (size_t)n + 1) * sizeof *values), *old = values + n;
    for (uint32_t i = 0; i < n; i++) {
        term_for_each_var(tm, e->assigns[i].value, refuse_copies, k);
        values[i] = term_substitute(tm, e->assigns[i].value, over_start, w);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = e->assigns[i].var.i;
        old[i] = w->env[v];
        if (!term_is(old[i])) vec_push(k->run, &w->written, v);
        w->env[v] = values[i];
    }
    vec_push(k->run, &w->edges, (uint32_t)(e - k->p->edges.data));
    if (e->is_error || k->c->cut[e->to.i])
        add_path(w, e->to, guard, e);
    else if (w->on_path[e->to.i])
        checker_fail(k, "%s: on a cycle without a cut location", checker_describe_location(k, e->to));
    else {
        check_uncut(k, e->to);
        w->on_path[e->to.i] = true;
        for (uint32_t i = 0; i < program_out_count(k->p, e->to) && !k->problem; i++)
            walk_paths(w, program_out_edge(k->p, e->to, i), guard);
        w->on_path[e->to.i] = false;
        if (!k->problem) add_stopping_path(w, e->to, guard);
    }
    (void)vec_pop(&w->edges);
    for (uint32_t i = n; i-- > 0;)
        w->env[e->assigns[i].var.i] = old[i];
    w->written.count = written;
    run_release(k->run, values);
}

const CertifyPaths *paths_from(Checker *k, LocId l)
{
    CHECK(l.i < k->p->locs.count);
    if (!k->has_paths[l.i]) {
        k->has_paths[l.i] = true;
        PathWalk w = {.k = k, .from = l, .env = run_alloc(k->run, (k->p->vars.count + 1) * sizeof(Term))};
        w.on_path = run_alloc(k->run, k->p->locs.count + 1);
        for (uint32_t i = 0; i < program_out_count(k->p, l) && !k->problem; i++)
            walk_paths(&w, program_out_edge(k->p, l, i), term_bool(k->tm, true));
        CHECK(walk_is_undone(&w));
        run_release(k->run, w.env);
        run_release(k->run, w.on_path);
        vec_free(k->run, &w.written);
        vec_free(k->run, &w.edges);
    }
    return &k->paths[l.i];
}

/* A section that a thread may enter counts even if it does not come to an end. */
static bool may_enter_section(const Checker *k, LocId l)
{
    bool any = false;
    for (uint32_t i = 0; i < program_out_count(k->p, l); i++)
        any |= is_in_section(k, program_out_edge(k->p, l, i)->to);
    return any;
}

bool paths_ended(Checker *k, LocId l)
{
    if (l.i == NO_ID) return true;
    return !k->p->locs.data[l.i].atomic && paths_from(k, l)->count == 0 && !may_enter_section(k, l);
}

uint32_t paths_local(Checker *k, TemplateId t, LocId l, const Bits *bits)
{
    CertificateLocal local = {.template = t, .loc = {NO_ID}};
    if (!paths_ended(k, l)) {
        CHECK(k->p->locs.data[l.i].template.i == t.i);
        local.loc = l;
        local.bits = *bits;
    }
    return certificate_local(k->parts, &local);
}

/* ---- what steps reach ---- */

typedef VEC(uint32_t) Locations;

static void reach_cut(Checker *k, Locations *work, LocId l)
{
    if (l.i == NO_ID || k->reached[l.i]) return;
    CHECK(k->c->cut[l.i] || !program_out_count(k->p, l));
    k->reached[l.i] = true;
    vec_push(k->run, work, l.i);
}

void paths_find_reached(Checker *k)
{
    Program *p = k->p, *graph = program_new(k->run, k->tm);
    Locations work = {NULL, 0, 0};
    k->reached = run_alloc(k->run, p->locs.count + 1);
    for (uint32_t t = 0; t < p->templates.count; t++) {
        TemplateId id = program_add_template(graph, p->templates.data[t].name);
        graph->templates.data[id.i].entry = p->templates.data[t].entry;
        graph->templates.data[id.i].initial = p->templates.data[t].initial;
        if (p->templates.data[t].initial != COUNT_NONE) reach_cut(k, &work, p->templates.data[t].entry);
    }
    for (uint32_t l = 0; l < p->locs.count; l++)
        vec_push(k->run, &graph->locs, p->locs.data[l]);
    while (work.count && !k->problem) {
        LocId l = {vec_pop(&work)};
        const CertifyPaths *paths = paths_from(k, l);
        for (uint32_t i = 0; i < paths->count; i++) {
            const CertifyPath *path = &paths->data[i];
            if (path->error || path->to.i == NO_ID) continue;
            Edge e = edge_make(l, path->to, p->edges.data[path->first.i].pos);
            e.spawn = path->spawn;
            program_add_edge(graph, &e);
            reach_cut(k, &work, path->to);
            if (path->spawn.i != NO_ID) reach_cut(k, &work, p->templates.data[path->spawn.i].entry);
        }
    }
    program_index(graph);
    program_infer_cardinality(graph);
    k->step_graph = graph;
    vec_free(k->run, &work);
}
