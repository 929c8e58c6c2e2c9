/* A conjunct `t == constant` gives t in all others its value, any other conjunct is true in the others: the conjunction
 * stays what it is. Where that ends, some conjunct is false, or none is left, or models are guessed: variables get
 * values near the constants that are left. */
#include "logic/term/decide.h"

#include "base/check.h"
#include "base/vec.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/evaluate.h"
#include "logic/term/substitute.h"
#include "logic/term/walk.h"

#define CONJUNCTS_MAX 40
#define SUBTERMS_MAX 200
#define ROUNDS_MAX 200 /* replacements */
#define VARS_MAX 12
#define VALUES_MAX 24 /* of one variable */
#define EVALUATIONS_MAX 400

typedef VEC(Term) Terms;

/* ---- values that are named ---- */

/* False: it is false, or there are too many. */
static bool flatten(TermManager *tm, Terms *all, Term t)
{
    if (term_is_false(tm, t)) return false;
    if (term_is_true(tm, t)) return true;
    if (term_kind(tm, t) != TERM_AND) {
        for (uint32_t i = 0; i < all->count; i++)
            if (term_same(all->data[i], t)) return true;
        vec_push(term_manager_run(tm), all, t);
        return true;
    }
    for (uint32_t i = 0; i < term_arity(tm, t); i++)
        if (!flatten(tm, all, term_arg(tm, t, i))) return false;
    return true;
}

typedef struct Named {
    Term t, value;
} Named;

static Named named_by(TermManager *tm, Term conjunct)
{
    if (term_kind(tm, conjunct) == TERM_NOT) return (Named){term_arg(tm, conjunct, 0), term_bool(tm, false)};
    for (uint32_t i = 0; term_kind(tm, conjunct) == TERM_EQ && i < 2; i++)
        if (term_is_const(tm, term_arg(tm, conjunct, 1 - i)))
            return (Named){term_arg(tm, conjunct, i), term_arg(tm, conjunct, 1 - i)};
    return (Named){conjunct, term_bool(tm, true)};
}

static Term named_value(void *arg, TermManager *tm, Term t)
{
    const Named *n = arg;
    (void)tm;
    return term_same(t, n->t) ? n->value : TERM_NONE;
}

/* Uses what the conjunct says in all others. False: one is false. */
static bool use_in_others(TermManager *tm, Terms *all, uint32_t i, bool *changed)
{
    Terms next = {NULL, 0, 0};
    Term conjunct = all->data[i];
    Named n = named_by(tm, conjunct);
    bool possible = true;
    for (uint32_t k = 0; k < all->count && possible; k++) {
        Term t = k == i ? conjunct : term_replace(tm, all->data[k], named_value, &n);
        *changed |= !term_same(t, all->data[k]);
        possible = flatten(tm, &next, t);
    }
    vec_free(term_manager_run(tm), all);
    *all = next;
    return possible;
}

/* False: there is no model. *settled: nothing more is to be said. */
static bool simplify(TermManager *tm, Terms *all, bool *settled)
{
    uint32_t quiet = 0, i = 0;
    *settled = false;
    for (uint32_t rounds = 0; quiet < all->count; rounds++, i++) {
        bool changed = false;
        if (rounds == ROUNDS_MAX || all->count > CONJUNCTS_MAX) return true;
        if (!use_in_others(tm, all, i % all->count, &changed)) return false;
        quiet = changed ? 0 : quiet + 1;
    }
    *settled = true;
    return true;
}

/* ---- models ---- */

typedef struct Guess {
    Term var;
    uint64_t values[VALUES_MAX];
    uint32_t count, now;
} Guess;

typedef struct Guesser {
    TermManager *tm;
    const Terms *all;
    Guess vars[VARS_MAX];
    uint32_t var_count;
    uint32_t evaluations;
    bool fits;
} Guesser;

static void add_guess_value(Guess *g, Sort sort, uint64_t value)
{
    value = sort_mask(sort, value);
    for (uint32_t i = 0; i < g->count; i++)
        if (g->values[i] == value) return;
    if (g->count < VALUES_MAX) g->values[g->count++] = value;
}

static void note_subterm(void *arg, Term t)
{
    Guesser *g = arg;
    Sort sort = term_sort(g->tm, t);
    g->fits &= sort.kind == SORT_BOOL || sort.kind == SORT_BV;
    if (term_kind(g->tm, t) != TERM_VAR) return;
    for (uint32_t i = 0; i < g->var_count; i++)
        if (term_same(g->vars[i].var, t)) return;
    g->fits &= g->var_count < VARS_MAX;
    if (!g->fits) return;
    g->vars[g->var_count++] = (Guess){.var = t};
    add_guess_value(&g->vars[g->var_count - 1], sort, 0);
    add_guess_value(&g->vars[g->var_count - 1], sort, 1);
}

static void note_guess_constants(void *arg, Term t)
{
    Guesser *g = arg;
    if (!term_is_const(g->tm, t) || term_sort(g->tm, t).kind != SORT_BV) return;
    for (uint32_t i = 0; i < g->var_count; i++) {
        Sort sort = term_sort(g->tm, g->vars[i].var);
        uint64_t value = term_value(g->tm, t);
        if (sort.kind != SORT_BV) continue;
        add_guess_value(&g->vars[i], sort, value);
        add_guess_value(&g->vars[i], sort, value - 1);
        add_guess_value(&g->vars[i], sort, value + 1);
        add_guess_value(&g->vars[i], sort, 0 - value);
    }
}

static Value guessed_value(void *arg, TermManager *tm, Term var)
{
    const Guesser *g = arg;
    uint32_t i = 0;
    (void)tm;
    while (!term_same(g->vars[i].var, var))
        i++;
    CHECK(i < g->var_count);
    return (Value){.bits = g->vars[i].values[g->vars[i].now]};
}

static bool guess_holds(Guesser *g)
{
    for (uint32_t i = 0; i < g->all->count; i++) {
        g->evaluations++;
        if (!term_evaluate(g->tm, g->all->data[i], guessed_value, g, NULL).bits) return false;
    }
    return true;
}

/* The next values, the first variable's first; false: all were tried. */
static bool next_guess(Guesser *g)
{
    for (uint32_t i = 0; i < g->var_count; i++) {
        if (++g->vars[i].now < g->vars[i].count) return true;
        g->vars[i].now = 0;
    }
    return false;
}

static bool guess_model(TermManager *tm, const Terms *all)
{
    Guesser g = {.tm = tm, .all = all, .fits = true};
    uint32_t size = 0;
    for (uint32_t i = 0; i < all->count && g.fits; i++) {
        size += term_size(tm, all->data[i], SUBTERMS_MAX);
        if (size < SUBTERMS_MAX) term_for_each_subterm(tm, all->data[i], note_subterm, &g);
        g.fits &= size < SUBTERMS_MAX;
    }
    if (!g.fits) return false;
    for (uint32_t i = 0; i < all->count; i++)
        term_for_each_subterm(tm, all->data[i], note_guess_constants, &g);
    do {
        if (guess_holds(&g)) return true;
    } while (next_guess(&g) && g.evaluations < EVALUATIONS_MAX);
    return false;
}

Decision term_decide(TermManager *tm, const Term *conjuncts, uint32_t count)
{
    Terms all = {NULL, 0, 0};
    bool possible = true, settled = false;
    for (uint32_t i = 0; i < count && possible; i++)
        possible = flatten(tm, &all, conjuncts[i]);
    uint32_t size = 0;
    for (uint32_t i = 0; i < all.count && size < SUBTERMS_MAX; i++)
        size += term_size(tm, all.data[i], SUBTERMS_MAX);
    if (possible && size < SUBTERMS_MAX) possible = simplify(tm, &all, &settled);
    Decision result = possible ? UNDECIDED : DECIDED_NO;
    if (settled && (!all.count || guess_model(tm, &all))) result = DECIDED_YES;
    vec_free(term_manager_run(tm), &all);
    return result;
}
