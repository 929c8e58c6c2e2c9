#include "kernel/kinds/concrete/growing.h"

#include <string.h>

#include "base/check.h"
#include "base/unsound.h"
#include "kernel/checker/paths.h"
#include "kernel/kinds/concrete/states.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define LARGER 1       /* instance of the variables of t */
#define LARGEST_MAX 64 /* of one group that are compared; others are not left out */
#define GROWING_MAX 64 /* variables: with more, which take memory in each state, all are told apart */

typedef VEC(uint32_t) StateIds;

struct Growing {
    bool *grows;           /* per shared slot */
    uint32_t *var_of_slot; /* per shared slot */
    uint32_t count;
    Intern groups;         /* states without the values of growing variables */
    VEC(StateIds) largest; /* per group */
    VEC(uint64_t) values;  /* per state, count of them */
    VEC(bool) is_covered;  /* per state */
    bool has_changed;
};

static bool is_growing_var(const Explorer *x, uint32_t v)
{
    return x->p->vars.data[v].class == VAR_SHARED && x->growing->grows[x->slot[v]];
}

/* ---- which ---- */

static void drop_growing(Explorer *x, uint32_t v)
{
    struct Growing *g = x->growing;
    if (!is_growing_var(x, v)) return;
    g->grows[x->slot[v]] = false;
    g->has_changed = true;
    g->count--;
}

static void drop_var(void *arg, Term var)
{
    Explorer *x = arg;
    drop_growing(x, term_symbol(x->k->tm, var));
}

static void drop_all(Explorer *x, Term t) { term_for_each_var(x->k->tm, t, drop_var, x); }

typedef struct Speaking {
    const Explorer *x;
    CertifyTerms *premises; /* NULL: none are wanted */
    bool any;
} Speaking;

static bool is_upper(unsigned width, uint64_t value) { return value >> (width - 1) & 1; }

static Term not_upper(TermManager *tm, Term t)
{
    unsigned width = term_sort(tm, t).width;
    return term_not(tm, term_eq(tm, term_extract(tm, t, width - 1, 1), term_bv(tm, 1, 1)));
}

static Term not_larger(TermManager *tm, Term a, Term b) { return term_not(tm, term_less(tm, TERM_ULT, b, a)); }

static Term larger_var(TermManager *tm, Term var)
{
    return term_var(tm, term_sort(tm, var), term_symbol(tm, var), LARGER);
}

static void note_growing(void *arg, Term var)
{
    Speaking *s = arg;
    TermManager *tm = s->x->k->tm;
    if (!is_growing_var(s->x, term_symbol(tm, var))) return;
    s->any = true;
    if (!s->premises) return;
    Term larger = larger_var(tm, var);
    vec_push(s->x->k->run, s->premises, not_larger(tm, var, larger));
    vec_push(s->x->k->run, s->premises, not_upper(tm, larger));
}

static bool speaks(const Explorer *x, Term t)
{
    Speaking s = {x, NULL, false};
    term_for_each_var(x->k->tm, t, note_growing, &s);
    return s.any;
}

static Term see_larger(void *arg, TermManager *tm, Term var)
{
    return is_growing_var(arg, term_symbol(tm, var)) ? larger_var(tm, var) : TERM_NONE;
}

static Term from_larger(Explorer *x, Term t) { return term_substitute(x->k->tm, t, see_larger, x); }

/* Is there no s <= t in which the term holds? */
static bool never(Explorer *x, Term t, const char *text)
{
    CertifyTerms terms = {NULL, 0, 0};
    Speaking s = {x, &terms, false};
    if (term_is_false(x->k->tm, t)) return true;
    vec_push(x->k->run, &terms, t);
    term_for_each_var(x->k->tm, t, note_growing, &s);
    run_poll(x->k->run);
    bool result = smt_check(x->k->smt, terms.data, terms.count) == SMT_UNSAT;
    if (result) checker_add_obligation(x->k, &terms, text);
    vec_free(x->k->run, &terms);
    return result;
}

/* G1. */
static void look_at_growing_guard(Explorer *x, const CertifyPaths *paths, const CertifyPath *path)
{
    TermManager *tm = x->k->tm;
    if (!speaks(x, path->guard)) return;
    Term can = from_larger(x, path->guard);
    for (uint32_t i = 0; i < paths->count; i++)
        if (paths->data[i].error) can = term_or(tm, can, from_larger(x, paths->data[i].guard));
    Term wrong = term_and(tm, path->guard, term_not(tm, can));
    if (!never(x, wrong, "more can be taken where variables are larger")) drop_all(x, path->guard);
}

/* G3. */
static void look_at_assignment(Explorer *x, const Assign *a)
{
    TermManager *tm = x->k->tm;
    Term larger = from_larger(x, a->value);
    Term wrong = term_and(tm, not_upper(tm, larger), term_not(tm, not_larger(tm, a->value, larger)));
    if (!speaks(x, a->value)) return;
    if (!never(x, wrong, "a variable grows with those that it is computed from")) drop_growing(x, a->var.i);
}

/* G2, and constants of the upper half, with which there is no search. */
static void look_at_effects(Explorer *x, const CertifyPath *path)
{
    TermManager *tm = x->k->tm;
    for (uint32_t i = 0; i < path->assign_count; i++) {
        const Assign *a = &path->assigns[i];
        if (path->error || states_leave_out(x, path, a->var)) continue;
        if (!is_growing_var(x, a->var.i))
            drop_all(x, a->value);
        else if (term_is_const(tm, a->value) && is_upper(term_sort(tm, a->value).width, term_value(tm, a->value)))
            drop_growing(x, a->var.i);
    }
    for (uint32_t i = 0; i < path->arg_count; i++)
        drop_all(x, path->args[i].value);
}

/* Guards that lead on can be asked about only beside an error. */
static void look_without_solver(Explorer *x, const CertifyPaths *paths)
{
    bool has_error = false;
    for (uint32_t i = 0; i < paths->count; i++)
        has_error |= paths->data[i].error;
    for (uint32_t i = 0; i < paths->count; i++) {
        look_at_effects(x, &paths->data[i]);
        if (!has_error) drop_all(x, paths->data[i].guard);
    }
}

static void look_with_solver(Explorer *x, const CertifyPaths *paths)
{
    look_without_solver(x, paths); /* what is dropped by the solver others may be computed from */
    for (uint32_t i = 0; i < paths->count; i++) {
        const CertifyPath *path = &paths->data[i];
        look_at_growing_guard(x, paths, path);
        for (uint32_t k = 0; k < path->assign_count && !path->error; k++)
            if (is_growing_var(x, path->assigns[k].var.i)) look_at_assignment(x, &path->assigns[k]);
    }
}

/* Until all are looked at and none has been dropped. */
static void look_at_all_paths(Explorer *x, void (*at)(Explorer *x, const CertifyPaths *paths))
{
    struct Growing *g = x->growing;
    do {
        g->has_changed = false;
        for (uint32_t l = 0; l < x->p->locs.count && g->count && !x->k->problem; l++)
            if (x->k->reached[l] && x->k->c->cut[l]) at(x, paths_from(x->k, (LocId){l}));
    } while (g->has_changed && g->count && !x->k->problem);
}

static bool may_grow(const Explorer *x, const Var *info)
{
    TermManager *tm = x->k->tm;
    if (info->class != VAR_SHARED || info->sort.kind != SORT_BV || info->sort.width < 2) return false;
    return term_is(info->init) && term_is_const(tm, info->init) &&
           !is_upper(info->sort.width, term_value(tm, info->init));
}

void growing_init(Explorer *x)
{
    if (!x->k->c->growing) return;
    struct Growing *g = x->growing = run_alloc(x->k->run, sizeof *g);
    g->grows = run_alloc(x->k->run, x->shared_count + 1);
    g->var_of_slot = run_alloc(x->k->run, (x->shared_count + 1) * sizeof *g->var_of_slot);
    intern_init(x->k->run, &g->groups);
    for (uint32_t v = 0; v < x->p->vars.count; v++) {
        const Var *info = &x->p->vars.data[v];
        if (info->class == VAR_SHARED) g->var_of_slot[x->slot[v]] = v;
        if (may_grow(x, info)) g->grows[x->slot[v]] = true, g->count++;
    }
    if (!IS_UNSOUND(UNSOUND_ALL_GROW)) look_at_all_paths(x, look_without_solver); /* first, since it is quick */
    if (!x->k->trusts && !IS_UNSOUND(UNSOUND_ALL_GROW)) look_at_all_paths(x, look_with_solver);
    if (g->count <= GROWING_MAX) x->k->growing = g->count;
    if (x->k->growing) return;
    growing_clear(x);
    x->growing = NULL;
}

void growing_confirm(Explorer *x)
{
    if (!x->growing || !x->k->trusts || x->k->problem || IS_UNSOUND(UNSOUND_ALL_GROW)) return;
    uint32_t taken = x->growing->count;
    look_at_all_paths(x, look_with_solver);
    if (x->growing->count == taken) return;
    checker_fail(x->k, "variables do not grow that were taken to");
    x->k->is_mistaken = true;
}

void growing_clear(Explorer *x)
{
    struct Growing *g = x->growing;
    if (!g) return;
    intern_clear(&g->groups);
    for (uint32_t i = 0; i < g->largest.count; i++)
        vec_free(x->k->run, &g->largest.data[i]);
    vec_free(x->k->run, &g->largest);
    vec_free(x->k->run, &g->values);
    vec_free(x->k->run, &g->is_covered);
}

/* ---- states ---- */

static void note_values(Explorer *x, const ConcreteState *s)
{
    struct Growing *g = x->growing;
    for (uint32_t i = 0; i < x->shared_count; i++) {
        if (!g->grows[i]) continue;
        uint64_t bits = s->shared[i].unknown ? 0 : s->shared[i].value.bits;
        const Var *info = &x->p->vars.data[g->var_of_slot[i]];
        vec_push(x->k->run, &g->values, bits);
        if (!is_upper(info->sort.width, bits)) continue;
        checker_fail(x->k, "%s grows beyond half of its range", info->name);
        x->k->is_outgrown = true;
    }
}

/* Are all values of state a at most those of b? */
static bool is_below(const struct Growing *g, uint32_t a, uint32_t b)
{
    const uint64_t *u = g->values.data + (size_t)a * g->count, *v = g->values.data + (size_t)b * g->count;
    for (uint32_t i = 0; i < g->count; i++)
        if (u[i] > v[i]) return false;
    return true;
}

static StateIds *group_of_state(Explorer *x, const ConcreteState *s)
{
    struct Growing *g = x->growing;
    bool is_new;
    states_key(x, s, g->grows);
    uint32_t id = intern_add(&g->groups, x->key.data, x->key.count, &is_new);
    if (is_new) vec_push(x->k->run, &g->largest, ((StateIds){NULL, 0, 0}));
    return &g->largest.data[id];
}

/* Of those for which the new state, which is not yet in, stands the group keeps none. */
static void leave_out_covered(struct Growing *g, StateIds *largest, uint32_t state)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < largest->count; i++) {
        uint32_t other = largest->data[i];
        if (is_below(g, other, state))
            g->is_covered.data[other] = true;
        else
            largest->data[kept++] = other;
    }
    largest->count = kept;
}

uint32_t growing_add(Explorer *x, const ConcreteState *s)
{
    struct Growing *g = x->growing;
    uint32_t next = x->states.count;
    CHECK(g->values.count == (size_t)next * g->count);
    note_values(x, s); /* those of the next number, until it is known to be one */
    StateIds *largest = group_of_state(x, s);
    for (uint32_t i = 0; i < largest->count; i++)
        if (is_below(g, next, largest->data[i])) {
            g->values.count = next * g->count;
            return largest->data[i];
        }
    uint32_t id = states_intern(x, s);
    if (id != next) { /* of a group with too many, or covered: then by one that is none of the largest either */
        g->values.count = next * g->count;
        return id;
    }
    vec_push(x->k->run, &g->is_covered, false);
    leave_out_covered(g, largest, id);
    if (largest->count < LARGEST_MAX) vec_push(x->k->run, largest, id);
    return id;
}

bool growing_is_covered(const Explorer *x, uint32_t state) { return x->growing && x->growing->is_covered.data[state]; }
