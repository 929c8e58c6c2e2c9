#include "logic/term/cover.h"

#include "logic/term/boolean.h"

#define CASES_MOST 256u /* of a case split that is looked at */

/* And none of the condition's parts holds. */
static Term and_not(TermManager *tm, Term others, Term condition)
{
    if (term_kind(tm, condition) != TERM_OR) return term_and(tm, others, term_not(tm, condition));
    for (uint32_t i = 0; i < term_arity(tm, condition); i++)
        others = term_and(tm, others, term_not(tm, term_arg(tm, condition, i)));
    return others;
}

/* A case split a, b, !a && !b ...: is one of them the negation of the junction of all others? Those before it and those
 * behind it are negated once for all, since to do it for each one would cost the cube of their number. */
static bool has_rest(TermManager *tm, const Term *conditions, uint32_t count)
{
    Term behind[CASES_MOST + 1], before = term_bool(tm, true);
    behind[count] = before;
    for (uint32_t i = count; i > 1; i--)
        behind[i - 1] = and_not(tm, behind[i], conditions[i - 1]);
    for (uint32_t i = 0; i < count; i++) {
        if (term_same(term_and(tm, before, behind[i + 1]), conditions[i])) return true;
        before = and_not(tm, before, conditions[i]);
    }
    return false;
}

bool terms_cover(TermManager *tm, const Term *conditions, uint32_t count)
{
    Term any = term_bool(tm, false);
    for (uint32_t i = 0; i < count; i++)
        any = term_or(tm, any, conditions[i]);
    return term_is_true(tm, any) || (count <= CASES_MOST && has_rest(tm, conditions, count));
}
