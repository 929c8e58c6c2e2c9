/* What is watched is guessed from how the program accesses its arrays. An error edge is about the elements that its
 * guard reads; where the values are in locals by then, about those that were accessed last before, on some way there
 * along which the index is not assigned. */
#include "program/analysis/watch_choose.h"

#include "base/check.h"
#include "logic/term/walk.h"

typedef struct Search {
    const Program *p;
    const ElementWatch *watch;
    TemplateId template;
    bool *killed; /* per variable: assigned on the way to the error */
    bool local;   /* only terms over locals that are not killed */
    bool is_fit;  /* of one term */
    Term found[WATCHED_MAX];
    uint32_t count;
} Search;

/* The array variable that an array term is made of by stores; .i = NO_ID: several, or none. */
static VarId base_array(const Program *p, Term array)
{
    while (term_kind(p->tm, array) == TERM_STORE)
        array = term_arg(p->tm, array, 0);
    bool is_var = term_kind(p->tm, array) == TERM_VAR;
    return (VarId){is_var ? term_symbol(p->tm, array) : NO_ID};
}

/* The index, if the term accesses a shared array, and which. */
static Term index_of(const Program *p, Term t, VarId *array)
{
    TermKind kind = term_kind(p->tm, t);
    if (kind != TERM_SELECT && kind != TERM_STORE) return TERM_NONE;
    *array = base_array(p, term_arg(p->tm, t, 0));
    if (array->i == NO_ID || p->vars.data[array->i].class != VAR_SHARED) return TERM_NONE;
    return term_arg(p->tm, t, 1);
}

static void for_each_term(const Program *p, const Edge *e, void (*fn)(void *arg, Term t), void *arg)
{
    term_for_each_subterm(p->tm, e->guard, fn, arg);
    for (uint32_t i = 0; i < e->assign_count; i++)
        term_for_each_subterm(p->tm, e->assigns[i].value, fn, arg);
    for (uint32_t i = 0; i < e->arg_count; i++)
        term_for_each_subterm(p->tm, e->args[i].value, fn, arg);
}

/* ---- arrays ---- */

typedef struct Arrays {
    const Program *p;
    ElementWatch *watch;
    Sort sort; /* of indices; that of the first array */
    bool any;
} Arrays;

static void note_array(void *arg, Term t)
{
    Arrays *a = arg;
    VarId v = {NO_ID};
    Term index = index_of(a->p, t, &v);
    if (!term_is(index) || term_is_const(a->p->tm, index)) return;
    Sort sort = term_sort(a->p->tm, index);
    if (a->any && !sort_same(sort, a->sort)) return;
    a->sort = sort;
    a->any = a->watch->arrays[v.i] = true;
}

static bool choose_arrays(const Program *p, ElementWatch *watch)
{
    Arrays a = {p, watch, sort_bool(), false};
    watch->arrays = run_alloc(p->run, p->vars.count + 1);
    for (uint32_t i = 0; i < p->edges.count; i++)
        for_each_term(p, &p->edges.data[i], note_array, &a);
    return a.any;
}

/* ---- indices ---- */

typedef struct IndexedAccesses {
    const Program *p;
    const ElementWatch *watch;
    void (*fn)(void *arg, Term index);
    void *arg;
} IndexedAccesses;

static void tell_index(void *arg, Term t)
{
    IndexedAccesses *a = arg;
    VarId v = {NO_ID};
    Term index = index_of(a->p, t, &v);
    if (term_is(index) && a->watch->arrays[v.i]) a->fn(a->arg, index);
}

void watch_for_each_index(const Program *p, const ElementWatch *watch, const Edge *e, void (*fn)(void *arg, Term index),
                          void *arg)
{
    IndexedAccesses a = {p, watch, fn, arg};
    for_each_term(p, e, tell_index, &a);
}

/* ---- elements ---- */

static void check_killed(void *arg, Term var)
{
    Search *s = arg;
    uint32_t v = term_symbol(s->p->tm, var);
    s->is_fit &= s->p->vars.data[v].class == VAR_LOCAL && !s->killed[v];
}

static void note_index(void *arg, Term t)
{
    Search *s = arg;
    VarId v = {NO_ID};
    Term index = index_of(s->p, t, &v);
    if (!term_is(index) || !s->watch->arrays[v.i] || s->count == WATCHED_MAX) return;
    s->is_fit = watched_may_be_at(s->p, s->watch, s->template, index);
    if (s->local) term_for_each_var(s->p->tm, index, check_killed, s);
    for (uint32_t i = 0; i < s->count; i++)
        s->is_fit &= !term_same(s->found[i], index);
    if (s->is_fit) s->found[s->count++] = index;
}

static void look_back_along_edge(Search *s, const Edge *e)
{
    for (uint32_t i = 0; i < e->assign_count; i++)
        s->killed[e->assigns[i].var.i] = true;
    for_each_term(s->p, e, note_index, s);
}

/* Edges by their targets: those into location l are edges[start[l]] to edges[start[l + 1] - 1]. */
typedef struct Incoming {
    uint32_t *start, *edges;
} Incoming;

static Incoming incoming_new(const Program *p)
{
    Incoming in;
    in.start = run_alloc(p->run, (p->locs.count + 2) * sizeof *in.start);
    in.edges = run_alloc(p->run, (p->edges.count + 1) * sizeof *in.edges);
    for (uint32_t i = 0; i < p->edges.count; i++)
        in.start[p->edges.data[i].to.i + 2]++;
    for (uint32_t l = 0; l < p->locs.count; l++)
        in.start[l + 2] += in.start[l + 1];
    for (uint32_t i = 0; i < p->edges.count; i++)
        in.edges[in.start[p->edges.data[i].to.i + 1]++] = i;
    return in;
}

static void find_elements(const Program *p, const Incoming *in, const Edge *error, Search *s)
{
    uint32_t *queue = run_alloc(p->run, (p->locs.count + 1) * sizeof *queue), count = 0;
    bool *seen = run_alloc(p->run, p->locs.count + 1);
    s->killed = run_alloc(p->run, p->vars.count + 1);
    term_for_each_subterm(p->tm, error->guard, note_index, s);
    s->local = true;
    queue[count++] = error->from.i;
    seen[error->from.i] = true;
    for (uint32_t at = 0; at < count && s->count < WATCHED_MAX; at++)
        for (uint32_t k = in->start[queue[at]]; k < in->start[queue[at] + 1]; k++) {
            const Edge *e = &p->edges.data[in->edges[k]];
            look_back_along_edge(s, e);
            if (seen[e->from.i]) continue;
            seen[e->from.i] = true;
            queue[count++] = e->from.i;
        }
    run_release(p->run, queue);
    run_release(p->run, seen);
    run_release(p->run, s->killed);
}

static bool choose_elements(const Program *p, ElementWatch *watch)
{
    Incoming in = incoming_new(p);
    uint32_t most = 0;
    watch->at = run_alloc(p->run, ((size_t)p->edges.count * watch->count + 1) * sizeof *watch->at);
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        if (!e->is_error || e->approximate) continue;
        Search s = {.p = p, .watch = watch, .template = p->locs.data[e->from.i].template};
        find_elements(p, &in, e, &s);
        for (uint32_t k = 0; k < watch->count && k < s.count; k++)
            watch->at[i * watch->count + k] = s.found[k];
        most = most < s.count ? s.count : most;
    }
    run_release(p->run, in.start);
    run_release(p->run, in.edges);
    return most >= watch->count;
}

ElementWatch *watch_choose(const Program *p, uint32_t elements)
{
    CHECK(elements > 0 && elements <= WATCHED_MAX);
    ElementWatch *watch = run_alloc(p->run, sizeof *watch);
    watch->count = elements;
    return choose_arrays(p, watch) && choose_elements(p, watch) ? watch : NULL;
}

/* ---- locks ---- */

typedef struct Tests {
    const Program *p;
    const ElementWatch *watch;
    const Edge *edge;
    bool temporaries, found;
} Tests;

static void note_test(void *arg, Term t)
{
    Tests *s = arg;
    VarId read = {NO_ID}, written = {NO_ID};
    Term index = term_kind(s->p->tm, t) == TERM_SELECT ? index_of(s->p, t, &read) : TERM_NONE;
    if (!term_is(index) || !s->watch->arrays[read.i]) return;
    if (!s->temporaries && s->p->vars.data[read.i].is_temporary) return;
    for (uint32_t i = 0; i < s->edge->assign_count; i++) {
        Term store = index_of(s->p, s->edge->assigns[i].value, &written);
        s->found |= term_is(store) && term_same(store, index) && written.i == read.i;
    }
}

bool watch_has_locks(const Program *p, const ElementWatch *watch, bool temporaries)
{
    Tests s = {.p = p, .watch = watch, .temporaries = temporaries};
    for (uint32_t i = 0; i < p->edges.count && !s.found; i++) {
        s.edge = &p->edges.data[i];
        term_for_each_subterm(p->tm, s.edge->guard, note_test, &s);
    }
    return s.found;
}
