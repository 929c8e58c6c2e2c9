#include "engines/lockstep/candidates.h"

#include "engines/lockstep/flags.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define ATOMS_MAX 600
#define GOALS_MAX 40
#define GOAL_STEPS 5
#define ORDERED_MAX 20 /* variables of a cut node that are compared with each other */

unsigned candidates_width(int group)
{
    static const unsigned widths[FINDER_GROUPS] = {8, 16, 32, 64};
    return widths[group];
}

typedef struct Live {
    const InvariantFinder *f;
    const uint64_t *live;
    bool all;
    uint32_t count;
} Live;

static void look_live(void *arg, Term var)
{
    Live *l = arg;
    l->count++;
    l->all &= varset_has(l->live, term_symbol(l->f->tm, var));
}

bool candidates_is_live(const InvariantFinder *f, uint32_t node, Term t)
{
    Live l = {f, f->p->nodes.data[node].live, true, 0};
    term_for_each_var(f->tm, t, look_live, &l);
    return l.all && l.count;
}

static void add_candidate_once(const InvariantFinder *f, FinderTerms *terms, Term t)
{
    for (uint32_t i = 0; i < terms->count; i++)
        if (term_same(terms->data[i], t)) return;
    vec_push(f->run, terms, t);
}

typedef struct AtomSearch {
    InvariantFinder *f;
    Region *region;
} AtomSearch;

static bool is_comparison(TermKind kind) { return kind == TERM_EQ || kind == TERM_ULT || kind == TERM_SLT; }

static void look_for_atom(void *arg, Term t)
{
    AtomSearch *s = arg;
    InvariantFinder *f = s->f;
    TermKind kind = term_kind(f->tm, t);
    bool is_bool = term_sort(f->tm, t).kind == SORT_BOOL;
    if (f->pool.count >= ATOMS_MAX || !is_bool || (!is_comparison(kind) && kind != TERM_VAR)) return;
    if (term_size(f->tm, t, 60) >= 60) return;
    Term atom = region_over_state(s->region, t);
    if (!term_is(atom) || term_is_const(f->tm, atom)) return;
    add_candidate_once(f, &f->pool, atom);
    add_candidate_once(f, &f->pool, term_not(f->tm, atom));
    if (kind != TERM_ULT && kind != TERM_SLT) return;
    Term back = term_binary(f->tm, kind, term_arg(f->tm, atom, 1), term_arg(f->tm, atom, 0));
    if (term_kind(f->tm, atom) == kind) add_candidate_once(f, &f->pool, term_not(f->tm, back));
}

void candidates_collect(InvariantFinder *f, Region *r)
{
    AtomSearch s = {f, r};
    for (uint32_t i = 0; i < r->guards.count; i++)
        term_for_each_subterm(f->tm, r->guards.data[i], look_for_atom, &s);
    for (uint32_t i = 0; i < reads_count(r->reads); i++) {
        Term array, index;
        reads_get(r->reads, i, &array, &index);
        index = region_over_state(r, index);
        if (!term_is(index) || f->w->vars.data[term_symbol(f->tm, array)].class == VAR_INPUT) continue;
        add_candidate_once(f, &f->reads, term_select(f->tm, array, index));
    }
}

static void look_for_other_than_input(void *arg, Term var)
{
    Live *l = arg;
    l->all &= l->f->w->vars.data[term_symbol(l->f->tm, var)].class != VAR_INPUT;
}

/* The condition before the letter for one after it. */
static Term value_before_letter(void *arg, TermManager *tm, Term var)
{
    const Letter *letter = arg;
    for (uint32_t i = 0; i < letter->assign_count; i++)
        if (letter->assigns[i].var.i == term_symbol(tm, var)) return letter->assigns[i].value;
    return TERM_NONE;
}

/* Products and quotients are hard for the solver: one such candidate takes more time than all others. */
static void look_for_product(void *arg, Term t)
{
    Live *l = arg;
    TermManager *tm = l->f->tm;
    TermKind kind = term_kind(tm, t);
    bool is_division = kind == TERM_UDIV || kind == TERM_SDIV || kind == TERM_UREM || kind == TERM_SREM;
    uint32_t vary = 0;
    for (uint32_t i = 0; kind == TERM_MUL && i < term_arity(tm, t); i++)
        vary += !term_is_const(tm, term_arg(tm, t, i));
    l->all &= !is_division && vary < 2;
}

/* What leads to an error must not hold: at the error itself, and a few steps of the thread before. */
static void collect_goal(InvariantFinder *f, uint32_t thread, LocId at, Term error, uint32_t steps)
{
    Live l = {.f = f, .all = true};
    if (term_is_const(f->tm, error) || term_size(f->tm, error, 60) >= 60 || f->goals == GOALS_MAX) return;
    term_for_each_var(f->tm, error, look_for_other_than_input, &l);
    term_for_each_subterm(f->tm, error, look_for_product, &l);
    if (l.all) add_candidate_once(f, &f->pool, term_not(f->tm, error));
    f->goals++;
    for (uint32_t i = 0; i < f->p->l->all.count && steps; i++) {
        const Letter *letter = &f->p->l->all.data[i];
        if (letter->thread != thread || letter->to.i != at.i || letter->is_error || letter->from.i == at.i) continue;
        Term before = term_substitute(f->tm, error, value_before_letter, (void *)letter);
        collect_goal(f, thread, letter->from, term_and(f->tm, letter->guard, before), steps - 1);
    }
}

/* That an error is not possible may hold all along, and be a disjunction: x == (y < z ? z : y). */
void candidates_collect_goals(InvariantFinder *f)
{
    for (uint32_t i = 0; i < f->p->l->all.count; i++) {
        const Letter *letter = &f->p->l->all.data[i];
        if (letter->is_error) collect_goal(f, letter->thread, letter->from, letter->guard, GOAL_STEPS);
    }
}

/* Of threads whose loops take steps of different sizes: after a round, variables have gone by so many. */
void candidates_collect_strides(InvariantFinder *f)
{
    const Letters *l = f->p->l;
    uint32_t stride = f->p->order.stride;
    for (uint32_t i = 0; i < l->all.count && stride > 1; i++)
        for (uint32_t k = 0; k < l->all.data[i].assign_count; k++) {
            const Assign *a = &l->all.data[i].assigns[k];
            Term var = program_var_term((Program *)f->w, a->var);
            unsigned width = term_sort(f->tm, var).kind == SORT_BV ? term_sort(f->tm, var).width : 0;
            if (!order_step(l, a) || (width < 64 && (uint64_t)stride >> width)) continue;
            Term rest = term_binary(f->tm, TERM_UREM, var, term_bv(f->tm, width, stride));
            add_candidate_once(f, &f->pool, term_eq(f->tm, rest, term_bv(f->tm, width, 0)));
        }
}

static void mark_compared(void *arg, Term var)
{
    InvariantFinder *f = arg;
    varset_add(f->compared, term_symbol(f->tm, var));
}

static void look_for_order(void *arg, Term t)
{
    InvariantFinder *f = arg;
    TermKind kind = term_kind(f->tm, t);
    if (kind != TERM_ULT && kind != TERM_SLT) return;
    for (uint32_t i = 0; i < 2; i++)
        if (term_kind(f->tm, term_arg(f->tm, t, i)) == TERM_VAR) mark_compared(f, term_arg(f->tm, t, i));
}

void candidates_find_compared(InvariantFinder *f)
{
    f->compared = varset_new(f->p->l);
    for (uint32_t i = 0; i < f->p->l->all.count; i++)
        term_for_each_subterm(f->tm, f->p->l->all.data[i].guard, look_for_order, f);
    for (bool changed = true; changed;) { /* and what copies take from them, or give them */
        changed = false;
        for (uint32_t i = 0; i < f->p->l->all.count; i++) {
            const Letter *letter = &f->p->l->all.data[i];
            for (uint32_t k = 0; k < letter->assign_count; k++) {
                Term value = letter->assigns[k].value;
                uint32_t v = letter->assigns[k].var.i;
                if (term_kind(f->tm, value) != TERM_VAR) continue;
                if (varset_has(f->compared, v) == varset_has(f->compared, term_symbol(f->tm, value))) continue;
                varset_add(f->compared, v);
                varset_add(f->compared, term_symbol(f->tm, value));
                changed = true;
            }
        }
    }
}

static bool may_be_ordered(const InvariantFinder *f, Term t)
{
    return term_kind(f->tm, t) == TERM_VAR && varset_has(f->compared, term_symbol(f->tm, t));
}

/* Orders between variables. */
void candidates_collect_orders(InvariantFinder *f, const Cut *c)
{
    const FinderTerms *t = &c->coordinates[2];
    uint32_t ordered = 0;
    for (uint32_t i = 0; i < t->count; i++)
        ordered += may_be_ordered(f, t->data[i]);
    for (uint32_t i = 0; i < t->count && ordered <= ORDERED_MAX; i++)
        for (uint32_t k = 0; k < t->count && f->pool.count < ATOMS_MAX; k++)
            if (i != k && may_be_ordered(f, t->data[i]) && may_be_ordered(f, t->data[k]))
                add_candidate_once(f, &f->pool, term_not(f->tm, term_binary(f->tm, TERM_SLT, t->data[i], t->data[k])));
    for (uint32_t i = 0; i < t->count && f->pool.count < ATOMS_MAX; i++)
        if (term_kind(f->tm, t->data[i]) == TERM_VAR)
            add_candidate_once(f, &f->pool,
                               term_not(f->tm, term_binary(f->tm, TERM_SLT, t->data[i], term_bv(f->tm, 32, 0))));
}

static int group_of_sort(Sort sort)
{
    for (int g = 0; g < FINDER_GROUPS; g++)
        if (sort.kind == SORT_BV && sort.width == candidates_width(g)) return g;
    return -1;
}

static void add_coordinate(InvariantFinder *f, Cut *c, Term t)
{
    int g = group_of_sort(term_sort(f->tm, t));
    if (g >= 0 && candidates_is_live(f, c->node, t)) add_candidate_once(f, &c->coordinates[g], t);
}

void candidates_choose(InvariantFinder *f, Cut *c)
{
    for (uint32_t v = 0; v < f->w->vars.count; v++)
        if (varset_has(f->p->nodes.data[c->node].live, v) &&
            !term_is(product_known(f->p, &f->p->nodes.data[c->node], v)))
            add_coordinate(f, c, program_var_term((Program *)f->w, (VarId){v}));
    for (uint32_t i = 0; i < f->reads.count; i++)
        add_coordinate(f, c, f->reads.data[i]);
    for (int g = 0; g < FINDER_GROUPS; g++)
        affine_init(f->run, &c->affine[g], candidates_width(g), c->coordinates[g].count);
}
