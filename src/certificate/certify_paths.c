/* Steps between cut locations.
 *
 * A thread at a location that is not cut may be forced on without changing which errors can happen, when
 *  - the location is atomic: no other thread runs meanwhile; or
 *  - all its edges are local: they touch only the thread's own locals, inputs, and shared variables that no other
 * thread touches (all edges that do are of one template, of which at most one thread exists) or that no edge writes,
 * start no thread and do not enter an atomic section: such steps commute to the left with every step of other threads,
 * up to the thread's previous step (Lipton 1975). Where none of them can be taken, the thread has stopped for good, and
 * what it did before remains: the path that ends there. No path may come back to such a location, or a thread could
 * stay between cut locations for ever while others go on. That is checked here and not taken from the certificate. */
#include <string.h>

#include "certificate/certify_internal.h"
#include "term/boolean.h"
#include "term/walk.h"

#define PATHS_LIMIT 100000 /* from one location */

/* ---- properties of edges ---- */

#define NOBODY (NO_ID - 1)

static bool is_shared(const Checker *k, uint32_t v) { return k->p->vars.data[v].class == VAR_SHARED; }

typedef struct Access {
    Checker *k;
    uint32_t template; /* of the edge */
    bool local;
} Access;

static void note_access(void *arg, Term var)
{
    Access *a = arg;
    uint32_t *owner = &a->k->owner[term_symbol(a->k->tm, var)];
    if (*owner == NOBODY) *owner = a->template;
    if (*owner != a->template) *owner = NO_ID;
}

/* Calls fn for every variable that the edge reads or writes. */
static void for_each_access(const Program *p, const Edge *e, void (*fn)(void *arg, Term var), void *arg)
{
    term_for_each_var(p->tm, e->guard, fn, arg);
    for (uint32_t i = 0; i < e->assign_count; i++) {
        fn(arg, program_var_term((Program *)p, e->assigns[i].var));
        term_for_each_var(p->tm, e->assigns[i].value, fn, arg);
    }
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_var(p->tm, e->args[i].value, fn, arg);
}

void paths_find_owners(Checker *k)
{
    Program *p = k->p;
    k->owner = run_alloc(k->run, (p->vars.count + 1) * sizeof *k->owner);
    k->written = run_alloc(k->run, p->vars.count + 1);
    for (uint32_t v = 0; v < p->vars.count; v++)
        k->owner[v] = NOBODY;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        Access a = {k, p->locs.data[e->from.i].template.i, false};
        for_each_access(p, e, note_access, &a);
        for (uint32_t n = 0; n < e->assign_count; n++)
            k->written[e->assigns[n].var.i] = true;
    }
}

static void look_for_shared(void *arg, Term var)
{
    Access *a = arg;
    const Checker *k = a->k;
    uint32_t v = term_symbol(k->tm, var);
    if (!is_shared(k, v) || !k->written[v]) return;
    bool own = k->owner[v] == a->template && k->p->templates.data[a->template].cardinality == COUNT_ONE;
    if (!own) a->local = false;
}

static bool effects_are_local(Checker *k, const Edge *e)
{
    Access a = {k, k->p->locs.data[e->from.i].template.i, true};
    for_each_access(k->p, e, look_for_shared, &a);
    return a.local;
}

static bool enters_atomic(const Program *p, const Edge *e)
{
    return p->locs.data[e->to.i].atomic && !p->locs.data[e->from.i].atomic;
}

static const char *location_name(Checker *k, LocId l)
{
    const Loc *loc = &k->p->locs.data[l.i];
    const char *template = k->p->templates.data[loc->template.i].name;
    if (loc->pos.file) return run_format(k->run, "%s at %s:%u", template, loc->pos.file, loc->pos.line);
    return run_format(k->run, "%s, location %u", template, l.i);
}

/* ---- cut locations ---- */

bool paths_check_entries(Checker *k)
{
    Program *p = k->p;
    for (uint32_t t = 0; t < p->templates.count && !k->problem; t++) {
        LocId entry = p->templates.data[t].entry;
        if (program_out_count(p, entry) && !k->c->cut[entry.i])
            checker_fail(k, "%s: an entry is not cut", location_name(k, entry));
    }
    return !k->problem;
}

/* A path comes through a location that is not cut. */
static void check_uncut(Checker *k, LocId l)
{
    Program *p = k->p;
    for (uint32_t i = 0; i < program_out_count(p, l) && !k->problem; i++) {
        const Edge *e = program_out_edge(p, l, i);
        if (!p->locs.data[l.i].atomic && (!effects_are_local(k, e) || enters_atomic(p, e)))
            checker_fail(k, "%s: other threads can see its steps, and it is not cut", location_name(k, l));
    }
}

/* ---- paths ---- */

typedef struct Walk {
    Checker *k;
    LocId from;
    Term *env; /* per variable, over the path's start; TERM_NONE: unchanged */
    VEC(uint32_t) written;
    VEC(uint32_t) edges;
    uint32_t place; /* of the edge being composed */
    bool *on_path;  /* per location that is not cut */
} Walk;

static Term over_start(void *arg, TermManager *tm, Term var)
{
    Walk *w = arg;
    uint32_t v = term_symbol(tm, var);
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

static void add_path(Walk *w, LocId to, Term guard, const Edge *last)
{
    Checker *k = w->k;
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
    vec_push(k->run, &k->paths[w->from.i], path);
    if (k->paths[w->from.i].count > PATHS_LIMIT)
        checker_fail(k, "%s: more than %d paths to the next cut locations", location_name(k, w->from), PATHS_LIMIT);
}

typedef struct InputSearch {
    const Program *p;
    bool found;
} InputSearch;

static void look_for_input(void *arg, Term var)
{
    InputSearch *s = arg;
    if (s->p->vars.data[term_symbol(s->p->tm, var)].class == VAR_INPUT) s->found = true;
}

/* The path that ends where the thread cannot go on. Where guards depend on inputs no condition is needed for the
 * argument: a thread need not be run again. In an atomic section stopping stops everybody: nothing to be seen. */
static void add_stop(Walk *w, LocId l, Term guard)
{
    Checker *k = w->k;
    Program *p = k->p;
    if (p->locs.data[l.i].atomic) return;
    Term none = term_bool(k->tm, true);
    for (uint32_t i = 0; i < program_out_count(p, l); i++)
        none = term_and(k->tm, none, term_not(k->tm, program_out_edge(p, l, i)->guard));
    InputSearch s = {p, false};
    term_for_each_var(k->tm, none, look_for_input, &s);
    w->place = w->edges.count;
    if (term_is_false(k->tm, none)) return;
    if (!s.found) guard = term_and(k->tm, guard, term_substitute(k->tm, none, over_start, w));
    if (!term_is_false(k->tm, guard)) add_path(w, (LocId){NO_ID}, guard, &p->edges.data[vec_last(&w->edges)]);
}

static void walk(Walk *w, const Edge *e, Term guard)
{
    Checker *k = w->k;
    TermManager *tm = k->tm;
    run_poll(k->run);
    if (e->spawn.i != NO_ID && (w->edges.count || !k->c->cut[e->to.i]))
        checker_fail(k, "%s: a start of a thread is joined with other steps", location_name(k, e->from));
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
        checker_fail(k, "%s: on a cycle without a cut location", location_name(k, e->to));
    else {
        check_uncut(k, e->to);
        w->on_path[e->to.i] = true;
        for (uint32_t i = 0; i < program_out_count(k->p, e->to) && !k->problem; i++)
            walk(w, program_out_edge(k->p, e->to, i), guard);
        w->on_path[e->to.i] = false;
        if (!k->problem) add_stop(w, e->to, guard);
    }
    (void)vec_pop(&w->edges);
    for (uint32_t i = n; i-- > 0;)
        w->env[e->assigns[i].var.i] = old[i];
    w->written.count = written;
    run_release(k->run, values);
}

const CertifyPaths *paths_from(Checker *k, LocId l)
{
    if (!k->has_paths[l.i]) {
        k->has_paths[l.i] = true;
        Walk w = {.k = k, .from = l, .env = run_alloc(k->run, (k->p->vars.count + 1) * sizeof(Term))};
        w.on_path = run_alloc(k->run, k->p->locs.count + 1);
        for (uint32_t i = 0; i < program_out_count(k->p, l) && !k->problem; i++)
            walk(&w, program_out_edge(k->p, l, i), term_bool(k->tm, true));
        run_release(k->run, w.env);
        run_release(k->run, w.on_path);
        vec_free(k->run, &w.written);
        vec_free(k->run, &w.edges);
    }
    return &k->paths[l.i];
}

bool paths_ended(Checker *k, LocId l)
{
    return l.i == NO_ID || (!k->p->locs.data[l.i].atomic && paths_from(k, l)->count == 0);
}

uint32_t paths_local(Checker *k, TemplateId t, LocId l, const Bits *bits)
{
    CertificateLocal local = {.template = t, .loc = {NO_ID}};
    if (!paths_ended(k, l)) {
        local.loc = l;
        local.bits = *bits;
    }
    return certificate_local(k->parts, &local);
}

/* ---- what steps reach ---- */

typedef VEC(uint32_t) Locations;

static void reach(Checker *k, Locations *work, LocId l)
{
    if (l.i == NO_ID || k->reached[l.i]) return;
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
        if (p->templates.data[t].initial != COUNT_NONE) reach(k, &work, p->templates.data[t].entry);
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
            reach(k, &work, path->to);
            if (path->spawn.i != NO_ID) reach(k, &work, p->templates.data[path->spawn.i].entry);
        }
    }
    program_index(graph);
    program_infer_cardinality(graph);
    k->step_graph = graph;
    vec_free(k->run, &work);
}

/* ---- eager locations ----
 *
 * In a state of a fixed number of threads, a thread at an eager location may be moved before all others, and only it:
 * its steps are independent of theirs (they touch its locals only, or start a thread, which it alone can do), cannot be
 * blocked, and are on no cycle without a start, so that the others' turn comes (an ample set; Peled 1993). */

static bool only_one_starts(const Program *p)
{
    uint32_t starter = NO_ID;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        if (p->edges.data[i].spawn.i == NO_ID) continue;
        uint32_t t = p->locs.data[p->edges.data[i].from.i].template.i;
        if (starter != NO_ID && starter != t) return false;
        starter = t;
    }
    return starter == NO_ID || p->templates.data[starter].cardinality == COUNT_ONE;
}

static void check_eager(Checker *k, LocId l)
{
    Program *p = k->p;
    if (!k->c->cut[l.i] || p->locs.data[l.i].atomic)
        checker_fail(k, "%s: is claimed eager, but is not cut, or is atomic", location_name(k, l));
    CertifyTerms none = {NULL, 0, 0};
    for (uint32_t i = 0; i < program_out_count(p, l) && !k->problem; i++) {
        const Edge *e = program_out_edge(p, l, i);
        bool quiet = e->spawn.i == NO_ID || !p->locs.data[p->templates.data[e->spawn.i].entry.i].atomic;
        if (!effects_are_local(k, e) || enters_atomic(p, e) || !quiet)
            checker_fail(k, "%s: is claimed eager, but other threads can see its steps", location_name(k, l));
        vec_push(k->run, &none, term_not(k->tm, e->guard));
    }
    if (!k->problem &&
        !step_unsatisfiable(k, &none, run_format(k->run, "%s: some edge can be taken", location_name(k, l))))
        checker_fail(k, "%s: is claimed eager, but can block", location_name(k, l));
    vec_free(k->run, &none);
}

/* Removes eager locations all of whose eager successors (without starts) are removed, until nothing changes: what
 * remains has a cycle. */
static void check_eager_cycles(Checker *k)
{
    Program *p = k->p;
    bool *open = run_alloc(k->run, p->locs.count + 1), changed = true;
    for (uint32_t l = 0; l < p->locs.count; l++)
        open[l] = k->c->eager[l] && k->reached[l];
    while (changed && !k->problem) {
        changed = false;
        run_poll(k->run);
        for (uint32_t l = 0; l < p->locs.count; l++) {
            if (!open[l]) continue;
            bool goes_on = false;
            const CertifyPaths *paths = paths_from(k, (LocId){l});
            for (uint32_t i = 0; i < paths->count; i++) {
                const CertifyPath *path = &paths->data[i];
                goes_on |= path->spawn.i == NO_ID && !path->error && path->to.i != NO_ID && open[path->to.i];
            }
            open[l] = goes_on;
            changed |= !goes_on;
        }
    }
    for (uint32_t l = 0; l < p->locs.count && !k->problem; l++)
        if (open[l]) checker_fail(k, "%s: is claimed eager, but on a cycle", location_name(k, (LocId){l}));
    run_release(k->run, open);
}

bool paths_check_eager(Checker *k)
{
    bool any = false;
    for (uint32_t l = 0; l < k->p->locs.count && !k->problem; l++) {
        if (!k->c->eager[l] || !k->reached[l] || paths_ended(k, (LocId){l})) continue; /* nobody is there */
        any = true;
        check_eager(k, (LocId){l});
    }
    if (any && !k->problem && !only_one_starts(k->step_graph))
        checker_fail(k, "locations are claimed eager, but several threads can start threads");
    if (any && !k->problem) check_eager_cycles(k);
    return !k->problem;
}
