/* Most pairs have nothing in common. Of the others the solver is asked, once for each pair. An edge into an atomic
 * section must not come before a step of another thread, which could then not be made; a step out of an atomic section
 * not after one. Of letters that are for some states only (letters_split) the swapped ones are any of the same step:
 * which case it then is does not matter. */
#include "engines/lockstep/commute.h"

#include "base/unsound.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define MILLISECONDS 500

struct Commute {
    const Letters *l;
    Smt *smt;
    uint8_t *known; /* [a * letters + b]: 0 not asked, 1 no, 2 yes */
};

Commute *commute_new(const Letters *l)
{
    Commute *c = run_alloc(l->merged->run, sizeof *c);
    c->l = l;
    c->known = run_alloc(l->merged->run, (size_t)l->all.count * l->all.count + 1);
    return c;
}

void commute_free(Commute *c)
{
    if (c->smt) smt_free(c->smt);
    run_release(c->l->merged->run, c->known);
    run_release(c->l->merged->run, c);
}

static bool is_location_atomic(const Letters *l, LocId loc) { return l->merged->locs.data[loc.i].atomic; }

static bool letters_are_apart(const Letters *l, const Letter *a, const Letter *b)
{
    for (uint32_t i = 0; i < l->words; i++)
        if (a->writes[i] & (b->reads[i] | b->writes[i]) || b->writes[i] & a->reads[i]) return false;
    return true;
}

/* A letter after another: inputs of the second are others. */
typedef struct After {
    const Letters *l;
    const Letter *first; /* NULL: none */
    uint32_t shift;      /* of inputs */
    uint32_t first_shift;
} After;

static Term rename_inputs(void *arg, TermManager *tm, Term var)
{
    const After *s = arg;
    const Var *info = &s->l->w->p->vars.data[term_symbol(tm, var)];
    if (info->class != VAR_INPUT) return TERM_NONE;
    return term_var(tm, info->sort, term_symbol(tm, var), term_instance(tm, var) + s->first_shift);
}

static Term after_letters(void *arg, TermManager *tm, Term var)
{
    const After *s = arg;
    uint32_t v = term_symbol(tm, var);
    const Var *info = &s->l->w->p->vars.data[v];
    if (info->class == VAR_INPUT) return term_var(tm, info->sort, v, term_instance(tm, var) + s->shift);
    for (uint32_t i = 0; s->first && i < s->first->assign_count; i++)
        if (s->first->assigns[i].var.i == v) return term_substitute(tm, s->first->assigns[i].value, rename_inputs, arg);
    return TERM_NONE;
}

static Term value_by_letter(const Letter *letter, Term var, VarId v)
{
    for (uint32_t i = 0; i < letter->assign_count; i++)
        if (letter->assigns[i].var.i == v.i) return letter->assigns[i].value;
    return var;
}

/* Do two values differ (somewhere)? */
static Term values_differ(const Letters *l, Term a, Term b)
{
    TermManager *tm = l->merged->tm;
    Sort sort = term_sort(tm, a);
    if (term_same(a, b)) return term_bool(tm, false);
    if (sort.kind != SORT_ARRAY) return term_ne(tm, a, b);
    Term at = term_var(tm, sort_index(sort), l->w->p->vars.count, 0);
    return term_ne(tm, term_select(tm, a, at), term_select(tm, b, at));
}

static bool may_swap_semantically(Commute *c, const Letter *a, const Letter *b)
{
    TermManager *tm = c->l->merged->tm;
    uint32_t n = c->l->copies;
    After a_first = {c->l, NULL, 0, 0}, b_second = {c->l, a, n, 0}, b_first = {c->l, NULL, n, 0},
          a_second = {c->l, b, 0, n};
    Term can = term_and(tm, term_substitute(tm, a->guard, after_letters, &a_first),
                        term_substitute(tm, b->guard, after_letters, &b_second));
    if (term_is_false(tm, can)) return true;
    Term bad = term_not(tm, term_substitute(tm, b->plain, after_letters, &b_first));
    if (!b->is_error) bad = term_or(tm, bad, term_not(tm, term_substitute(tm, a->plain, after_letters, &a_second)));
    for (uint32_t v = 0; v < c->l->w->p->vars.count && !b->is_error; v++) {
        if (!varset_has(a->writes, v) && !varset_has(b->writes, v)) continue;
        Term var = program_var_term(c->l->w->p, (VarId){v});
        Term ab = value_by_letter(b, var, (VarId){v}), ba = value_by_letter(a, var, (VarId){v});
        bad = term_or(tm, bad,
                      values_differ(c->l, term_substitute(tm, ab, after_letters, &b_second),
                                    term_substitute(tm, ba, after_letters, &a_second)));
    }
    Term all = term_and(tm, can, bad);
    if (term_is_false(tm, all)) return true;
    if (!c->smt) {
        c->smt = smt_new(tm);
        smt_set_timeout(c->smt, MILLISECONDS);
    }
    return smt_check(c->smt, &all, 1) == SMT_UNSAT;
}

static bool is_fixed(const Letters *l, const Letter *a, const Letter *b)
{
    return is_location_atomic(l, a->from) || (!b->is_error && is_location_atomic(l, b->to)) || a->is_error ||
           a->child == b->thread;
}

static bool may_swap(Commute *c, const Letter *a, const Letter *b)
{
    CHECK(a->thread != b->thread);
    if (is_fixed(c->l, a, b)) return false;
    if (IS_UNSOUND(UNSOUND_ALL_COMMUTE)) return true;
    return letters_are_apart(c->l, a, b) || may_swap_semantically(c, a, b);
}

bool commute_may_swap(Commute *c, uint32_t a, uint32_t b)
{
    CHECK(a < c->l->all.count && b < c->l->all.count);
    uint8_t *known = &c->known[(size_t)a * c->l->all.count + b];
    if (!*known) *known = may_swap(c, &c->l->all.data[a], &c->l->all.data[b]) ? 2 : 1;
    return *known == 2;
}

/* ---- in which states ---- */

typedef struct CommuteCondition {
    const Letters *l;
    Term all;
    bool has_inputs;
} CommuteCondition;

static void look_for_condition_input(void *arg, Term var)
{
    CommuteCondition *c = arg;
    uint32_t v = term_symbol(c->l->merged->tm, var);
    c->has_inputs |= c->l->w->p->vars.data[v].class == VAR_INPUT;
}

static void require_to_commute(CommuteCondition *c, Term t)
{
    term_for_each_var(c->l->merged->tm, t, look_for_condition_input, c);
    c->all = term_and(c->l->merged->tm, c->all, t);
}

/* What the conjuncts of the guard that the other letter has a say in say without it, or after it. weak: if they hold
 * the other way round. */
static void require_guard(CommuteCondition *c, Term guard, After *alone, After *other, bool is_before, bool weak)
{
    TermManager *tm = c->l->merged->tm;
    bool is_and = term_kind(tm, guard) == TERM_AND;
    for (uint32_t i = 0; i < (is_and ? term_arity(tm, guard) : 1); i++) {
        Term t = is_and ? term_arg(tm, guard, i) : guard;
        Term first = term_substitute(tm, t, after_letters, alone),
             second = term_substitute(tm, t, after_letters, other);
        if (term_same(first, second)) continue;
        Term needed = is_before ? first : second, given = is_before ? second : first;
        require_to_commute(c, weak ? term_implies(tm, given, needed) : needed);
    }
}

Term commute_condition(const Letters *l, const Letter *a, const Letter *b, bool weak)
{
    TermManager *tm = l->merged->tm;
    uint32_t n = l->copies;
    After a_first = {l, NULL, 0, 0}, b_second = {l, a, n, 0}, b_first = {l, NULL, n, 0}, a_second = {l, b, 0, n};
    CommuteCondition c = {l, term_bool(tm, true), false};
    if (is_fixed(l, a, b)) return TERM_NONE;
    require_guard(&c, b->plain, &b_first, &b_second, true, weak);
    if (!b->is_error) require_guard(&c, a->plain, &a_first, &a_second, false, weak);
    for (uint32_t v = 0; v < l->w->p->vars.count && !b->is_error; v++) {
        if (!varset_has(a->writes, v) && !varset_has(b->writes, v)) continue;
        Term var = program_var_term(l->w->p, (VarId){v});
        Term ab = term_substitute(tm, value_by_letter(b, var, (VarId){v}), after_letters, &b_second);
        Term ba = term_substitute(tm, value_by_letter(a, var, (VarId){v}), after_letters, &a_second);
        if (term_same(ab, ba)) continue;
        if (term_sort(tm, ab).kind == SORT_ARRAY) return TERM_NONE;
        require_to_commute(&c, term_eq(tm, ab, ba));
    }
    return c.has_inputs || term_is_const(tm, c.all) ? TERM_NONE : c.all;
}
