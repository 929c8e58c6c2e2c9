#include "logic/term/cover.h"

#include "logic/term/boolean.h"

#define CASES_MOST 256u /* of a case split that is looked at */

/* A case split a, b, !a && !b ...: is the junction of all others the negation of that one? */
static bool is_rest(TermManager *tm, const Term *conditions, uint32_t count, uint32_t rest)
{
    Term others = term_bool(tm, false);
    for (uint32_t i = 0; i < count; i++)
        if (i != rest) others = term_or(tm, others, conditions[i]);
    Term none = term_bool(tm, true);
    if (term_kind(tm, others) != TERM_OR) return term_same(term_not(tm, others), conditions[rest]);
    for (uint32_t i = 0; i < term_arity(tm, others); i++)
        none = term_and(tm, none, term_not(tm, term_arg(tm, others, i)));
    return term_same(none, conditions[rest]);
}

bool terms_cover(TermManager *tm, const Term *conditions, uint32_t count)
{
    Term any = term_bool(tm, false);
    for (uint32_t i = 0; i < count; i++)
        any = term_or(tm, any, conditions[i]);
    if (term_is_true(tm, any)) return true;
    for (uint32_t i = 0; i < count && count <= CASES_MOST; i++) /* costs the square of them */
        if (is_rest(tm, conditions, count, i)) return true;
    return false;
}
