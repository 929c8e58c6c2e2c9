/* A loop that starts threads counts rounds in a local; what counts the threads is a shared variable, and both agree,
 * unless the threads count it down when they end: then it is at most as large.
 * Where the loop ends the local is compared with how many there should be. Guesses need no argument: what does not hold
 * is dropped (facts/counting/thread_facts.h). */
#include "facts/counting/fact_guess.h"

#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/walk.h"
#include "program/step.h"

#define NUMBERS_MAX 4
#define LOCALS_MAX 6
#define CONSTANTS_MAX 4
#define FALLING_MAX 3

typedef struct Guess {
    Program *p;
    TermManager *tm;
    TemplateId template;
    Guesses *own, *always;
    VarId numbers[NUMBERS_MAX], locals[LOCALS_MAX];
    VarId common[NUMBERS_MAX]; /* which others set, too */
    Term constants[CONSTANTS_MAX];
    Assign falling[FALLING_MAX]; /* locals that are counted down, and from where */
    uint32_t falling_count;
    uint32_t number_count, common_count, local_count, constant_count;
} Guess;

static void add_guess(Guess *g, Guesses *to, Term t)
{
    for (uint32_t i = 0; i < to->count; i++)
        if (term_same(to->data[i], t)) return;
    if (!term_is_const(g->tm, t)) vec_push(g->p->run, to, t);
}

/* ---- numbers that the thread sets ---- */

/* What is the same without a constant that is added: a loop may compare the next value. */
static Term term_without_constant(const Guess *g, Term t)
{
    if (term_kind(g->tm, t) != TERM_ADD || term_arity(g->tm, t) != 2) return t;
    Term a = term_arg(g->tm, t, 0), b = term_arg(g->tm, t, 1);
    return term_is_const(g->tm, a) ? b : term_is_const(g->tm, b) ? a : t;
}

static bool is_set(const Guess *g, VarId v, bool by_others)
{
    const Program *p = g->p;
    for (uint32_t i = 0; i < p->edges.count; i++) {
        const Edge *e = &p->edges.data[i];
        bool is_this = p->locs.data[e->from.i].template.i == g->template.i;
        if (term_is(step_value(e, v)) && is_this != by_others) return true;
    }
    return false;
}

/* Does the thread add a constant to it in one step? Such numbers are the likeliest to count something. */
static bool is_stepped(const Guess *g, VarId v)
{
    Term before = program_var_term(g->p, v);
    for (uint32_t i = 0; i < g->p->edges.count; i++) {
        const Edge *e = &g->p->edges.data[i];
        Term after = step_value(e, v);
        if (!term_is(after) || g->p->locs.data[e->from.i].template.i != g->template.i) continue;
        if (!term_same(after, before) && term_same(term_without_constant(g, after), before)) return true;
    }
    return false;
}

static void note_number(VarId v, VarId *to, uint32_t *count)
{
    if (*count < NUMBERS_MAX) to[(*count)++] = v;
}

static void find_shared_numbers(Guess *g, bool stepped)
{
    for (uint32_t v = 0; v < g->p->vars.count; v++) {
        const Var *var = &g->p->vars.data[v];
        bool fits = var->class == VAR_SHARED && var->sort.kind == SORT_BV && term_is(var->init);
        if (!fits || !is_set(g, (VarId){v}, false) || is_stepped(g, (VarId){v}) != stepped) continue;
        if (is_set(g, (VarId){v}, true))
            note_number((VarId){v}, g->common, &g->common_count);
        else
            note_number((VarId){v}, g->numbers, &g->number_count);
    }
}

/* ---- what is compared ---- */

static void note_compared_local(Guess *g, VarId v)
{
    for (uint32_t i = 0; i < g->local_count; i++)
        if (g->locals[i].i == v.i) return;
    if (g->local_count < LOCALS_MAX) g->locals[g->local_count++] = v;
}

static void note_guess_constant(Guess *g, Term c)
{
    for (uint32_t i = 0; i < g->constant_count; i++)
        if (term_same(g->constants[i], c)) return;
    if (g->constant_count < CONSTANTS_MAX) g->constants[g->constant_count++] = c;
}

static const Var *variable_of_term(const Guess *g, Term t)
{
    return term_kind(g->tm, t) == TERM_VAR ? &g->p->vars.data[term_symbol(g->tm, t)] : NULL;
}

static bool is_template_local(const Guess *g, Term t)
{
    const Var *v = variable_of_term(g, t);
    return v && v->class == VAR_LOCAL && v->template.i == g->template.i;
}

static bool is_shared_term(const Guess *g, Term t)
{
    const Var *v = variable_of_term(g, t);
    return v && v->class == VAR_SHARED;
}

/* Does nobody else change it? Then it is as good as a local. */
static bool is_unchanged_by_others(const Guess *g, Term t)
{
    if (!is_shared_term(g, t)) return is_template_local(g, t);
    return !is_set(g, (VarId){term_symbol(g->tm, t)}, true);
}

static void add_comparison_guesses(Guess *g, TermKind at_most, Term a, Term b)
{
    for (int side = 0; side < 2; side++) {
        Term left = term_without_constant(g, side ? b : a), right = term_without_constant(g, side ? a : b);
        bool is_limit = is_unchanged_by_others(g, right) || term_is_const(g->tm, right);
        if (is_template_local(g, left) && is_limit) {
            note_compared_local(g, (VarId){term_symbol(g->tm, left)});
            add_guess(g, g->own, term_binary(g->tm, at_most, left, right));
            add_guess(g, g->own, term_binary(g->tm, at_most, right, left));
            add_guess(g, g->own, term_binary(g->tm, TERM_SLE, term_bv(g->tm, term_sort(g->tm, left).width, 0), right));
            if (is_unchanged_by_others(g, right))
                note_compared_local(g, (VarId){term_symbol(g->tm, right)});
            else
                note_guess_constant(g, right);
        }
    }
    if (is_shared_term(g, a) && is_shared_term(g, b)) add_guess(g, g->always, term_binary(g->tm, at_most, a, b));
}

static void compare_in(Guess *g, Term t)
{
    TermKind kind = term_kind(g->tm, t);
    if (kind == TERM_AND || kind == TERM_OR || kind == TERM_NOT)
        for (uint32_t i = 0; i < term_arity(g->tm, t); i++)
            compare_in(g, term_arg(g->tm, t, i));
    if (kind == TERM_ULT) add_comparison_guesses(g, TERM_ULE, term_arg(g->tm, t, 0), term_arg(g->tm, t, 1));
    if (kind == TERM_SLT) add_comparison_guesses(g, TERM_SLE, term_arg(g->tm, t, 0), term_arg(g->tm, t, 1));
}

/* ---- rounds that are left ---- */

/* Is a constant added to the local somewhere that is negative? */
static bool is_counted_down(const Guess *g, VarId v)
{
    Term before = program_var_term(g->p, v);
    for (uint32_t i = 0; i < g->p->edges.count; i++) {
        Term after = step_value(&g->p->edges.data[i], v);
        if (!term_is(after) || term_same(after, before) || !term_same(term_without_constant(g, after), before))
            continue;
        Term added = term_sub(g->tm, after, before);
        unsigned width = term_sort(g->tm, before).width;
        if (term_is_const(g->tm, added) && term_value(g->tm, added) >> (width - 1) & 1) return true;
    }
    return false;
}

static void note_falling(Guess *g, Assign a)
{
    Term local = program_var_term(g->p, a.var);
    bool is_start =
        is_unchanged_by_others(g, a.value) || (term_is_const(g->tm, a.value) && term_value(g->tm, a.value) != 0);
    if (!is_template_local(g, local) || term_sort(g->tm, local).kind != SORT_BV || !is_start ||
        !is_counted_down(g, a.var))
        return;
    for (uint32_t i = 0; i < g->falling_count; i++)
        if (g->falling[i].var.i == a.var.i && term_same(g->falling[i].value, a.value)) return;
    if (g->falling_count < FALLING_MAX) g->falling[g->falling_count++] = a;
}

/* What is counted up and what is counted down are together what there was to count, or one step of the two ahead. */
static void guess_rest(Guess *g, Term number, Assign falling)
{
    Term rest = program_var_term(g->p, falling.var);
    Sort sort = term_sort(g->tm, rest);
    if (!sort_same(term_sort(g->tm, number), sort)) return;
    Term both = term_add(g->tm, number, rest), one = term_bv(g->tm, sort.width, 1);
    add_guess(g, g->own, term_eq(g->tm, both, falling.value));
    add_guess(g, g->own, term_eq(g->tm, term_add(g->tm, both, one), falling.value));
    add_guess(g, g->own, term_eq(g->tm, both, term_add(g->tm, falling.value, one)));
}

/* It is no more than at first, and goes to zero, or to one less. */
static void guess_range(Guess *g, Assign falling)
{
    Term rest = program_var_term(g->p, falling.var);
    unsigned width = term_sort(g->tm, rest).width;
    add_guess(g, g->own, term_binary(g->tm, TERM_SLE, rest, falling.value));
    add_guess(g, g->own, term_binary(g->tm, TERM_SLE, term_bv(g->tm, width, 0), rest));
    add_guess(g, g->own, term_binary(g->tm, TERM_SLE, term_bv(g->tm, width, UINT64_MAX), rest));
    for (uint32_t i = 0; i < g->p->edges.count; i++)
        for (uint32_t k = 0; k < g->p->edges.data[i].assign_count; k++) {
            Assign a = g->p->edges.data[i].assigns[k]; /* `while (i--)`: what it was before is tested */
            Term next = term_add(g->tm, rest, term_bv(g->tm, width, 1));
            if (term_same(a.value, rest)) add_guess(g, g->own, term_eq(g->tm, program_var_term(g->p, a.var), next));
        }
}

/* ---- equalities ---- */

static Term extended_to_width(const Guess *g, Term t, unsigned width)
{
    return term_sort(g->tm, t).width < width ? term_zext(g->tm, t, width) : t;
}

static void guess_equal(Guess *g, Term number, Term local)
{
    Sort a = term_sort(g->tm, number), b = term_sort(g->tm, local);
    if (b.kind != SORT_BV) return;
    unsigned width = a.width > b.width ? a.width : b.width;
    Term left = extended_to_width(g, number, width), right = extended_to_width(g, local, width);
    add_guess(g, g->own, term_eq(g->tm, left, right));
    if (!term_is_const(g->tm, local))
        add_guess(g, g->own, term_eq(g->tm, left, term_add(g->tm, right, term_bv(g->tm, width, 1))));
}

static void guess_of(Guess *g, Term number)
{
    Sort sort = term_sort(g->tm, number);
    for (uint32_t i = 0; i < g->local_count; i++)
        guess_equal(g, number, program_var_term(g->p, g->locals[i]));
    for (uint32_t i = 0; i < g->constant_count; i++) {
        guess_equal(g, number, g->constants[i]);
        if (sort_same(term_sort(g->tm, g->constants[i]), sort))
            add_guess(g, g->always, term_binary(g->tm, TERM_ULE, number, g->constants[i]));
    }
    for (uint32_t i = 0; i < g->falling_count; i++)
        guess_rest(g, number, g->falling[i]);
    add_guess(g, g->always, term_binary(g->tm, TERM_SLE, term_bv(g->tm, sort.width, 0), number));
    add_guess(g, g->own, term_eq(g->tm, number, g->p->vars.data[term_symbol(g->tm, number)].init));
}

/* What others count down is no more than the rounds, or those and the one that has just been counted. */
static void guess_at_most(Guess *g, VarId common)
{
    Term number = program_var_term(g->p, common);
    for (uint32_t i = 0; i < g->local_count; i++) {
        Term local = program_var_term(g->p, g->locals[i]);
        Sort sort = term_sort(g->tm, number);
        if (!sort_same(term_sort(g->tm, local), sort)) continue;
        TermKind at_most = g->p->vars.data[common.i].is_signed ? TERM_SLE : TERM_ULE;
        add_guess(g, g->own, term_binary(g->tm, at_most, number, local));
        add_guess(g, g->own,
                  term_binary(g->tm, at_most, number, term_add(g->tm, local, term_bv(g->tm, sort.width, 1))));
    }
}

void facts_guess(Program *p, TemplateId t, Guesses *own, Guesses *always)
{
    Guess g = {.p = p, .tm = p->tm, .template = t, .own = own, .always = always};
    if (p->templates.data[t.i].cardinality == COUNT_MANY) return;
    find_shared_numbers(&g, true);
    find_shared_numbers(&g, false);
    for (uint32_t i = 0; i < p->edges.count && g.number_count + g.common_count; i++) {
        const Edge *e = &p->edges.data[i];
        if (p->locs.data[e->from.i].template.i != t.i) continue;
        compare_in(&g, e->guard);
        for (uint32_t k = 0; k < e->assign_count; k++)
            note_falling(&g, e->assigns[k]);
    }
    for (uint32_t i = 0; i < g.falling_count; i++)
        guess_range(&g, g.falling[i]);
    for (uint32_t i = 0; i < g.number_count; i++)
        guess_of(&g, program_var_term(p, g.numbers[i]));
    for (uint32_t i = 0; i < g.common_count; i++)
        guess_at_most(&g, g.common[i]);
}
