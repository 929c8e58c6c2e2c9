/* No other thread runs while one is at an atomic location: so the first step must not leave one, since the second could
 * not come before it, and the second must not enter one, since the first could not come after it. A thread cannot move
 * before it is started. */
#include "kernel/kinds/lockstep/swap.h"

#include "base/check.h"
#include "kernel/checker/assigned.h"
#include "kernel/kinds/lockstep/letters.h"
#include "logic/smt/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/substitute.h"

typedef struct Swap {
    LockstepCheck *c;
    const LockstepLetter *before; /* NULL: the state before both */
    uint32_t own, other;          /* added to instances of the letter's inputs, and of those of `before` */
} Swap;

static bool is_place_atomic(const LockstepCheck *c, uint32_t at)
{
    return at != LOCKSTEP_END && at != LOCKSTEP_UNBORN && c->w->from->locs.data[at].atomic;
}

static Term shifted(TermManager *tm, Term var, uint32_t by)
{
    return term_var(tm, term_sort(tm, var), term_symbol(tm, var), term_instance(tm, var) + by);
}

static Term in_first_state(void *arg, TermManager *tm, Term var)
{
    const Swap *s = arg;
    bool is_input = s->c->w->p->vars.data[term_symbol(tm, var)].class == VAR_INPUT;
    return is_input ? shifted(tm, var, s->other) : TERM_NONE;
}

static Term in_state(void *arg, TermManager *tm, Term var)
{
    const Swap *s = arg;
    uint32_t v = term_symbol(tm, var);
    if (s->c->w->p->vars.data[v].class == VAR_INPUT) return shifted(tm, var, s->own);
    Term value = s->before ? checker_assigned(s->before->assigns, s->before->assign_count, v) : TERM_NONE;
    return term_is(value) ? term_substitute(tm, value, in_first_state, arg) : TERM_NONE;
}

/* The two values of a variable in the end are different. Arrays: at some index, which is a variable that nothing else
 * speaks of. */
static Term values_differ(LockstepCheck *c, Term a, Term b)
{
    TermManager *tm = c->k->tm;
    if (term_same(a, b)) return term_bool(tm, false);
    if (term_sort(tm, a).kind != SORT_ARRAY) return term_not(tm, term_eq(tm, a, b));
    Term index = term_var(tm, sort_index(term_sort(tm, a)), c->w->p->vars.count, 0);
    return term_not(tm, term_eq(tm, term_select(tm, a, index), term_select(tm, b, index)));
}

static bool is_assigned_by_letter(const LockstepLetter *letter, uint32_t v)
{
    return term_is(checker_assigned(letter->assigns, letter->assign_count, v));
}

/* Although the one condition holds, the other does not. */
static Term fails_where_other_holds(LockstepCheck *c, Term holds, Term other)
{
    return term_same(holds, other) ? term_bool(c->k->tm, false) : term_not(c->k->tm, other);
}

/* Runs are of steps, whose cases are a way to speak of the states where they are taken. A step that is swapped may be
 * taken in any case. */
static Term in_any_case(const LockstepLetter *letter) { return term_is(letter->plain) ? letter->plain : letter->guard; }

/* Before both steps the threads are where these begin, and locals that have one value there, as the checker has found
 * when it reduced the program (checker/reduce.h), have it: steps of their own have it in their place, conditions of
 * another thread's cases do not. */
static void add_constant_locals(LockstepCheck *c, const LockstepLetter *letter, CertifyTerms *terms)
{
    const Reduced *known = c->k->reduced;
    if (letter->from == LOCKSTEP_END || letter->from == LOCKSTEP_UNBORN || !known->local[letter->from]) return;
    for (uint32_t v = 0; v < c->w->from->vars.count; v++) {
        if (!program_is_local_of(c->w->from, (VarId){v}, c->w->origins.data[letter->thread].of)) continue;
        Term constant = known->local[letter->from][known->place[v]];
        Term var = program_var_term(c->w->p, (VarId){c->w->threads.data[letter->thread].vars[v]});
        if (term_is(constant)) vec_push(c->k->run, terms, term_eq(c->k->tm, var, constant));
    }
}

static bool ask_swap(LockstepCheck *c, const LockstepLetter *a, const LockstepLetter *b)
{
    TermManager *tm = c->k->tm;
    Swap a_first = {c, NULL, 0, 0}, b_second = {c, a, c->copies, 0}, b_first = {c, NULL, c->copies, 0},
         a_second = {c, b, 0, c->copies};
    Term can_a = term_substitute(tm, a->guard, in_state, &a_first);
    Term can_b = term_substitute(tm, b->guard, in_state, &b_second);
    Term wrong = fails_where_other_holds(c, can_b, term_substitute(tm, in_any_case(b), in_state, &b_first));
    if (!b->is_error)
        wrong = term_or(tm, wrong,
                        fails_where_other_holds(c, can_a, term_substitute(tm, in_any_case(a), in_state, &a_second)));
    for (uint32_t v = 0; v < c->w->p->vars.count && !b->is_error; v++) {
        if (!is_assigned_by_letter(a, v) && !is_assigned_by_letter(b, v)) continue;
        Term a_then_b = term_substitute(tm, lockstep_left_by(c, b, v), in_state, &b_second);
        Term b_then_a = term_substitute(tm, lockstep_left_by(c, a, v), in_state, &a_second);
        wrong = term_or(tm, wrong, values_differ(c, a_then_b, b_then_a));
    }
    if (term_is_false(tm, wrong)) return true;
    CertifyTerms terms = {NULL, 0, 0};
    add_constant_locals(c, a, &terms);
    add_constant_locals(c, b, &terms);
    vec_push(c->k->run, &terms, can_a);
    vec_push(c->k->run, &terms, can_b);
    vec_push(c->k->run, &terms, wrong);
    bool result = checker_unsatisfiable(c->k, &terms, "two steps can be swapped");
    vec_free(c->k->run, &terms);
    return result;
}

bool lockstep_may_swap(LockstepCheck *c, uint32_t first, uint32_t second)
{
    const LockstepLetter *a = &c->letters.data[first], *b = &c->letters.data[second];
    CHECK(a->thread != b->thread);
    if (a->is_error || a->child == b->thread || is_place_atomic(c, a->from) ||
        (!b->is_error && is_place_atomic(c, b->to)))
        return false;
    uint32_t key[] = {first, second};
    bool is_new;
    uint32_t id = intern_add(&c->pairs, key, 2, &is_new);
    if (is_new) {
        bool result = ask_swap(c, a, b);
        vec_push(c->k->run, &c->may_swap, result);
    }
    return c->may_swap.data[id];
}
