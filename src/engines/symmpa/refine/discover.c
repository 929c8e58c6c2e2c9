/* Predicates from the unsatisfiable core of a spurious trace.
 *
 * From the last step back, the atoms of the core's guards are pushed through every assignment on the way (weakest
 * preconditions, over the locals of particular threads); at every step the atoms that speak of the locals of at most
 * one thread become predicates once their thread index is stripped (paper 000, 4.5). Any set of predicates is sound;
 * the choice only matters for progress. */
#include "engines/symmpa/refine/discover.h"

#include <string.h>

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define ATOM_SIZE 40
#define ATOM_LIMIT 400

typedef VEC(Term) Atoms;

typedef struct Discovery {
    const Path *path;
    Program *p;
    TermManager *tm;
    Predicates *set;
    DiscoverLayer layer;
    Atoms atoms;      /* thread-indexed: locals of thread t at PATH_LOCAL_INSTANCE(t), shared at 0 */
    uint32_t thread;  /* of the term being indexed */
    const Edge *edge; /* being passed backwards */
    uint32_t child;
    uint32_t added;
} Discovery;

/* ---- indices ---- */

static Term with_index(void *arg, TermManager *tm, Term var)
{
    Discovery *d = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &d->p->vars.data[v];
    CHECK(info->class != VAR_LOCAL || info->template.i == d->path->templates[d->thread]);
    CHECK(info->class == VAR_INPUT || term_instance(tm, var) == 0); /* not indexed yet */
    return info->class == VAR_LOCAL ? term_var(tm, info->sort, v, PATH_LOCAL_INSTANCE(d->thread)) : TERM_NONE;
}

typedef struct Strip {
    Program *p;
    uint32_t instance; /* of locals seen; 0 = none yet */
    bool bad;
} Strip;

static Term without_instance(void *arg, TermManager *tm, Term var)
{
    Strip *s = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &s->p->vars.data[v];
    if (info->class == VAR_INPUT) s->bad = true;
    if (info->class != VAR_LOCAL) return TERM_NONE;
    uint32_t instance = term_instance(tm, var);
    CHECK(instance >= PATH_LOCAL_INSTANCE(0));
    if (s->instance && s->instance != instance) s->bad = true;
    s->instance = instance;
    return term_var(tm, info->sort, v, 0);
}

/* ---- atoms ---- */

typedef struct SumSearch {
    TermManager *tm;
    bool found;
} SumSearch;

static void look_for_sum(void *arg, Term t)
{
    SumSearch *s = arg;
    if (term_kind(s->tm, t) == TERM_ADD && !term_is_const(s->tm, term_arg(s->tm, t, 1))) s->found = true;
}

/* Atoms that are hard for the solver and seldom what a proof needs: divisions, case splits, sums of several variables.
 */
static bool is_complex(TermManager *tm, Term t)
{
    if (term_has_kind(tm, t, TERM_ITE) || term_has_division(tm, t)) return true;
    SumSearch s = {tm, false};
    term_for_each_subterm(tm, t, look_for_sum, &s);
    return s.found;
}

typedef struct InputSearch {
    Discovery *d;
    bool found;
} InputSearch;

static void look_for_atom_input(void *arg, Term var)
{
    InputSearch *s = arg;
    if (s->d->p->vars.data[term_symbol(s->d->tm, var)].class == VAR_INPUT) s->found = true;
}

static bool has_input(Discovery *d, Term t)
{
    InputSearch s = {d, false};
    term_for_each_var(d->tm, t, look_for_atom_input, &s);
    return s.found;
}

static void add_atoms(Discovery *d, Term t)
{
    CHECK(term_sort(d->tm, t).kind == SORT_BOOL);
    TermKind kind = term_kind(d->tm, t);
    bool is_bool_eq = kind == TERM_EQ && term_sort(d->tm, term_arg(d->tm, t, 0)).kind == SORT_BOOL;
    if (kind == TERM_NOT || kind == TERM_AND || kind == TERM_OR || is_bool_eq) {
        for (uint32_t i = 0; i < term_arity(d->tm, t); i++)
            add_atoms(d, term_arg(d->tm, t, i));
        return;
    }
    if (kind == TERM_CONST || d->atoms.count >= ATOM_LIMIT) return;
    for (uint32_t i = 0; i < d->atoms.count; i++)
        if (term_same(d->atoms.data[i], t)) return;
    if (has_input(d, t) || term_size(d->tm, t, ATOM_SIZE + 1) > ATOM_SIZE) return;
    vec_push(d->p->run, &d->atoms, t);
}

/* Over variables as they are (no inputs, no instances), of one template, at its place in its list. */
static bool predicate_is_valid(Discovery *d, const Predicate *predicate)
{
    const Predicates *set = d->set;
    for (uint32_t i = 0; i < predicate->vars.count; i++) {
        const Var *v = &d->p->vars.data[predicate->vars.data[i]];
        if (v->class == VAR_INPUT || (v->class == VAR_LOCAL && v->template.i != predicate->template)) return false;
    }
    if (predicate->index >= BITS_MAX || term_sort(d->tm, predicate->term).kind != SORT_BOOL) return false;
    bool local = predicate->template != NO_ID && !(predicate->class == PREDICATE_MIXED && set->mixed_as_shared);
    const uint32_t *list = local ? set->local[predicate->template].data : set->shared.data;
    return &set->all.data[list[predicate->index]] == predicate;
}

/* Makes predicates of the atoms that hold between two steps. */
static void harvest(Discovery *d)
{
    for (uint32_t i = 0; i < d->atoms.count; i++) {
        Strip s = {d->p, 0, false};
        Term t = term_substitute(d->tm, d->atoms.data[i], without_instance, &s);
        if (s.bad || (d->layer != DISCOVER_COMPLEX && is_complex(d->tm, t))) continue;
        if (predicates_add(d->set, t)) {
            d->added++;
            CHECK(predicate_is_valid(d, &vec_last(&d->set->all)));
            if (run_verbosity(d->p->run) >= 2) {
                Str out;
                str_init(d->p->run, &out);
                program_print_term(d->p, t, &out);
                run_log(d->p->run, 2, "  predicate %s", str_text(&out));
                str_clear(&out);
            }
        }
    }
}

/* ---- backwards ---- */

static Term indexed(Discovery *d, uint32_t thread, Term t)
{
    CHECK(thread < d->path->threads);
    d->thread = thread;
    return term_substitute(d->tm, t, with_index, d);
}

typedef struct Back {
    Discovery *d;
    AbstractStep step;
    const Edge *edge;
} Back;

/* The value of a variable after a step in terms of the state before it. */
static Term value_before_path_step(void *arg, TermManager *tm, Term var)
{
    Back *b = arg;
    uint32_t v = term_symbol(tm, var), instance = term_instance(tm, var);
    const Var *info = &b->d->p->vars.data[v];
    if (info->class == VAR_INPUT) return TERM_NONE;
    CHECK(info->class == VAR_LOCAL ? instance >= PATH_LOCAL_INSTANCE(0) : instance == 0);
    if (info->class == VAR_LOCAL && b->step.child != NO_LOCAL && instance == PATH_LOCAL_INSTANCE(b->step.child)) {
        Term value = step_argument(b->edge, (VarId){v});
        if (term_is(value)) return indexed(b->d, b->step.thread, value);
        return info->init; /* TERM_NONE: arbitrary */
    }
    if (info->class == VAR_LOCAL && instance != PATH_LOCAL_INSTANCE(b->step.thread)) return TERM_NONE;
    Term value = step_value(b->edge, (VarId){v});
    return term_is(value) ? indexed(b->d, b->step.thread, value) : TERM_NONE;
}

static void step_atoms_back(Discovery *d, uint32_t step)
{
    Back b = {d, d->path->steps.data[step], NULL};
    b.edge = &d->p->edges.data[b.step.edge];
    Atoms old = d->atoms;
    memset(&d->atoms, 0, sizeof d->atoms);
    for (uint32_t i = 0; i < old.count; i++)
        add_atoms(d, term_substitute(d->tm, old.data[i], value_before_path_step, &b));
    vec_free(d->p->run, &old);
}

/* ---- which assignments matter ---- */

/* needed[v * threads + t]: variable v (of thread t; shared: t = 0) flows into a guard of the core. */
typedef struct NeededFlags {
    Discovery *d;
    bool *flags;
    uint32_t thread;
} NeededFlags;

static uint32_t needed_index(const NeededFlags *n, uint32_t v, uint32_t thread)
{
    bool shared = n->d->p->vars.data[v].class == VAR_SHARED;
    CHECK(program_has_var(n->d->p, (VarId){v}) && (shared || thread < n->d->path->threads));
    return v * n->d->path->threads + (shared ? 0 : thread);
}

static void need_var(void *arg, Term var)
{
    NeededFlags *n = arg;
    uint32_t v = term_symbol(n->d->tm, var);
    if (n->d->p->vars.data[v].class != VAR_INPUT) n->flags[needed_index(n, v, n->thread)] = true;
}

typedef struct Stability {
    TermManager *tm;
    const Edge *edge;
    bool stable;
} Stability;

static void spoil_if_assigned(void *arg, Term var)
{
    Stability *s = arg;
    if (term_is(step_value(s->edge, (VarId){term_symbol(s->tm, var)}))) s->stable = false;
}

/* x == e after the step, for assignments x := e that matter; over the state after the step, thread-indexed. */
static void add_equalities(Discovery *d, NeededFlags *needed, uint32_t step)
{
    AbstractStep s = d->path->steps.data[step];
    const Edge *e = &d->p->edges.data[s.edge];
    bool constants = d->layer == DISCOVER_CONSTANTS;
    needed->thread = s.thread;
    for (uint32_t i = 0; i < e->assign_count; i++) {
        uint32_t v = e->assigns[i].var.i;
        Term value = e->assigns[i].value;
        if (!needed->flags[needed_index(needed, v, s.thread)] || term_sort(d->tm, value).kind == SORT_ARRAY) continue;
        if (term_is_const(d->tm, value) != constants) continue;
        /* e is over the state before: of use only when the step assigns none of its variables. */
        Stability stability = {d->tm, e, true};
        term_for_each_var(d->tm, value, spoil_if_assigned, &stability);
        if (!stability.stable) continue;
        add_atoms(d, indexed(d, s.thread, term_eq(d->tm, program_var_term(d->p, e->assigns[i].var), value)));
    }
}

/* Two variables that get the same value, or values a constant apart, in one step. */
static void add_pairs(Discovery *d, NeededFlags *needed, uint32_t step)
{
    AbstractStep s = d->path->steps.data[step];
    const Edge *e = &d->p->edges.data[s.edge];
    for (uint32_t i = 0; i < e->assign_count; i++)
        for (uint32_t k = 0; k < i; k++) {
            Assign a = e->assigns[k], b = e->assigns[i];
            Sort sort = term_sort(d->tm, a.value);
            if (!needed->flags[needed_index(needed, a.var.i, s.thread)] ||
                !needed->flags[needed_index(needed, b.var.i, s.thread)])
                continue;
            if (!sort_same(sort, term_sort(d->tm, b.value)) || (sort.kind != SORT_BV && sort.kind != SORT_INT))
                continue;
            if (term_is_const(d->tm, a.value) || term_is_const(d->tm, b.value)) continue;
            Term difference = term_sub(d->tm, a.value, b.value);
            if (!term_is_const(d->tm, difference)) continue;
            Term right = term_add(d->tm, program_var_term(d->p, b.var), difference);
            add_atoms(d, indexed(d, s.thread, term_eq(d->tm, program_var_term(d->p, a.var), right)));
        }
}

/* Initial values that the core's guards depend on: x == c at the start. */
static void add_initial_values(Discovery *d, NeededFlags *needed)
{
    for (uint32_t v = 0; v < d->p->vars.count; v++) {
        const Var *info = &d->p->vars.data[v];
        if (!term_is(info->init) || info->is_parameter || info->sort.kind == SORT_ARRAY || info->class == VAR_INPUT)
            continue;
        uint32_t threads = info->class == VAR_SHARED ? 1 : d->path->threads;
        for (uint32_t t = 0; t < threads; t++)
            if (needed->flags[needed_index(needed, v, t)]) {
                add_atoms(d, indexed(d, t, term_eq(d->tm, program_var_term(d->p, (VarId){v}), info->init)));
                break;
            }
    }
}

static void update_needed(Discovery *d, NeededFlags *needed, uint32_t step)
{
    AbstractStep s = d->path->steps.data[step];
    const Edge *e = &d->p->edges.data[s.edge];
    needed->thread = s.thread;
    if (d->path->core[step]) term_for_each_var(d->tm, d->path->conditions[step], need_var, needed);
    for (uint32_t i = 0; i < e->assign_count; i++)
        if (needed->flags[needed_index(needed, e->assigns[i].var.i, s.thread)])
            term_for_each_var(d->tm, e->assigns[i].value, need_var, needed);
    if (s.child == NO_LOCAL) return;
    for (uint32_t i = 0; i < e->arg_count; i++)
        if (needed->flags[needed_index(needed, e->args[i].var.i, s.child)])
            term_for_each_var(d->tm, e->args[i].value, need_var, needed);
}

uint32_t discover_predicates(const Path *path, Predicates *set, DiscoverLayer layer)
{
    Discovery d;
    memset(&d, 0, sizeof d);
    d.path = path;
    d.p = path->p;
    d.tm = path->p->tm;
    d.set = set;
    d.layer = layer;
    bool equalities = layer == DISCOVER_EQUALITIES || layer == DISCOVER_CONSTANTS;
    NeededFlags needed = {&d, run_alloc(d.p->run, (size_t)(d.p->vars.count + 1) * (path->threads + 1)), 0};
    for (uint32_t i = path->steps.count; i-- > 0;) {
        run_poll(d.p->run);
        if (equalities) {
            add_equalities(&d, &needed, i);
            if (layer == DISCOVER_EQUALITIES) add_pairs(&d, &needed, i);
            harvest(&d);
        }
        step_atoms_back(&d, i);
        update_needed(&d, &needed, i);
        if (path->core[i] && !equalities) add_atoms(&d, indexed(&d, path->steps.data[i].thread, path->conditions[i]));
        harvest(&d);
    }
    if (layer == DISCOVER_CONSTANTS) {
        add_initial_values(&d, &needed);
        harvest(&d);
    }
    CHECK(d.added <= set->all.count);
    vec_free(d.p->run, &d.atoms);
    run_release(d.p->run, needed.flags);
    return d.added;
}

/* ---- widening ---- */

typedef struct SignSearch {
    Program *p;
    bool is_signed;
} SignSearch;

static void look_at_variable_sign(void *arg, Term var)
{
    SignSearch *s = arg;
    s->is_signed |= s->p->vars.data[term_symbol(s->p->tm, var)].is_signed;
}

static bool is_point(TermManager *tm, Term t)
{
    return term_kind(tm, t) == TERM_EQ && term_is_const(tm, term_arg(tm, t, 1));
}

static bool is_signed_term(Predicates *set, Term t)
{
    SignSearch s = {set->p, term_sort(set->p->tm, t).kind == SORT_INT};
    term_for_each_var(set->p->tm, t, look_at_variable_sign, &s);
    return s.is_signed;
}

/* x == y + c */
typedef struct Difference {
    Term x, y;
} Difference;

static bool is_difference(TermManager *tm, Term t, Difference *d)
{
    if (term_kind(tm, t) != TERM_EQ) return false;
    Term sides[2];
    for (uint32_t i = 0; i < 2; i++) {
        Term side = term_arg(tm, t, i);
        bool is_sum = term_kind(tm, side) == TERM_ADD && term_is_const(tm, term_arg(tm, side, 1));
        sides[i] = is_sum ? term_arg(tm, side, 0) : side;
        if (term_kind(tm, sides[i]) != TERM_VAR) return false;
    }
    bool swap = sides[1].id < sides[0].id;
    *d = (Difference){sides[swap], sides[!swap]};
    return sort_same(term_sort(tm, d->x), term_sort(tm, d->y)) && term_sort(tm, d->x).kind != SORT_BOOL;
}

static uint32_t bound_differences(Predicates *set)
{
    TermManager *tm = set->p->tm;
    uint32_t added = 0, count = set->all.count;
    for (uint32_t i = 0; i < count; i++) {
        Difference first, other;
        if (!is_difference(tm, set->all.data[i].term, &first)) continue;
        uint32_t members = 0;
        bool is_first = true;
        for (uint32_t k = 0; k < count; k++) {
            if (!is_difference(tm, set->all.data[k].term, &other)) continue;
            if (!term_same(first.x, other.x) || !term_same(first.y, other.y)) continue;
            is_first &= k >= i;
            members++;
        }
        if (!is_first || members < 3) continue;
        TermKind less = is_signed_term(set, first.x) || is_signed_term(set, first.y) ? TERM_SLT : TERM_ULT;
        added += predicates_add(set, term_binary(tm, less, first.x, first.y));
        added += predicates_add(set, term_binary(tm, less, first.y, first.x));
    }
    return added;
}

uint32_t discover_bounds(Predicates *set)
{
    TermManager *tm = set->p->tm;
    uint32_t added = bound_differences(set), count = set->all.count;
    for (uint32_t i = 0; i < count; i++) {
        Term first = set->all.data[i].term;
        if (!is_point(tm, first)) continue;
        Term t = term_arg(tm, first, 0);
        uint32_t points = 0;
        bool is_first = true;
        for (uint32_t k = 0; k < count; k++) {
            Term other = set->all.data[k].term;
            if (!is_point(tm, other) || !term_same(term_arg(tm, other, 0), t)) continue;
            if (k < i) is_first = false;
            points++;
        }
        if (!is_first || points < 3) continue;
        TermKind less = is_signed_term(set, t) ? TERM_SLT : TERM_ULT;
        added += predicates_add(set, term_binary(tm, less, t, term_arg(tm, first, 1)));
    }
    return added;
}
