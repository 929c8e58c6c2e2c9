/* Of values that meet, each is mostly the old one and a little more. With the old one in front, sums of such values
 * have a normal form in which most summands cancel; inside of choices the solver has to prove with bits that they do.
 */
#include "logic/term/choice.h"

#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/linear.h"

static void put(Linear *l, Term t, uint64_t coefficient)
{
    l->terms[l->count] = t;
    l->coefficients[l->count++] = coefficient;
}

/* Takes the summands that are in both out of them. */
static void take_common(const TermManager *tm, Linear *a, Linear *b, Linear *common)
{
    Linear only_a, only_b;
    linear_init(tm, &only_a, a->sort);
    linear_init(tm, &only_b, b->sort);
    only_a.constant = a->constant;
    only_b.constant = b->constant;
    uint32_t i = 0, k = 0;
    while (i < a->count || k < b->count) {
        bool of_a = k == b->count || (i < a->count && a->terms[i].id <= b->terms[k].id);
        bool of_b = i == a->count || (k < b->count && b->terms[k].id <= a->terms[i].id);
        if (of_a && of_b && a->coefficients[i] == b->coefficients[k]) {
            put(common, a->terms[i], a->coefficients[i]);
        } else {
            if (of_a) put(&only_a, a->terms[i], a->coefficients[i]);
            if (of_b) put(&only_b, b->terms[k], b->coefficients[k]);
        }
        i += of_a;
        k += of_b;
    }
    *a = only_a;
    *b = only_b;
}

Term term_choice(TermManager *tm, Term c, Term a, Term b)
{
    Linear of_a, of_b, common;
    Sort sort = term_sort(tm, a);
    if (sort.kind != SORT_BV) return term_ite(tm, c, a, b);
    linear_init(tm, &of_a, sort);
    linear_init(tm, &of_b, sort);
    linear_init(tm, &common, sort);
    linear_add(tm, &of_a, a, 1);
    linear_add(tm, &of_b, b, 1);
    if (of_a.bits || !of_a.ok || !of_b.ok) return term_ite(tm, c, a, b);
    take_common(tm, &of_a, &of_b, &common);
    if (!common.count) return term_ite(tm, c, a, b);
    return term_add(tm, linear_term(tm, &common), term_ite(tm, c, linear_term(tm, &of_a), linear_term(tm, &of_b)));
}

/* ---- sums of choices ---- */

#define DEPTH_MAX 8 /* of choices in choices */

static Term gather_choices(TermManager *tm, Term t, uint32_t depth);

/* The choices of the sum that have that condition, as one: by what they come to if it holds, and if not. */
static Term gather_by(TermManager *tm, const Linear *sum, Term c, uint32_t depth)
{
    Linear rest, yes, no;
    linear_init(tm, &rest, sum->sort);
    linear_init(tm, &yes, sum->sort);
    linear_init(tm, &no, sum->sort);
    rest.constant = sum->constant;
    for (uint32_t i = 0; i < sum->count; i++) {
        Term t = sum->terms[i];
        if (term_kind(tm, t) != TERM_ITE || !term_same(term_arg(tm, t, 0), c)) {
            put(&rest, t, sum->coefficients[i]);
            continue;
        }
        linear_add(tm, &yes, term_arg(tm, t, 1), sum->coefficients[i]);
        linear_add(tm, &no, term_arg(tm, t, 2), sum->coefficients[i]);
    }
    if (!yes.ok || !no.ok) return TERM_NONE;
    Term both = term_choice(tm, c, gather_choices(tm, linear_term(tm, &yes), depth + 1),
                            gather_choices(tm, linear_term(tm, &no), depth + 1));
    return term_add(tm, linear_term(tm, &rest), both);
}

/* A condition that two choices of the sum have; TERM_NONE: there is none. */
static Term shared_condition(const TermManager *tm, const Linear *sum)
{
    for (uint32_t i = 0; i < sum->count; i++)
        for (uint32_t k = 0; k < i && term_kind(tm, sum->terms[i]) == TERM_ITE; k++)
            if (term_kind(tm, sum->terms[k]) == TERM_ITE &&
                term_same(term_arg(tm, sum->terms[i], 0), term_arg(tm, sum->terms[k], 0)))
                return term_arg(tm, sum->terms[i], 0);
    return TERM_NONE;
}

static Term gather_choices(TermManager *tm, Term t, uint32_t depth)
{
    for (uint32_t turns = 0; depth < DEPTH_MAX && turns < LINEAR_MAX; turns++) {
        Linear sum;
        linear_init(tm, &sum, term_sort(tm, t));
        linear_add(tm, &sum, t, 1);
        Term c = sum.ok && !sum.bits ? shared_condition(tm, &sum) : TERM_NONE;
        Term gathered = term_is(c) ? gather_by(tm, &sum, c, depth) : TERM_NONE;
        if (!term_is(gathered)) return t;
        t = gathered;
    }
    return t;
}

Term term_gather_choices(TermManager *tm, Term t)
{
    TermKind kind = term_kind(tm, t);
    if (kind == TERM_NOT) return term_not(tm, term_gather_choices(tm, term_arg(tm, t, 0)));
    if (kind == TERM_EQ && term_sort(tm, term_arg(tm, t, 0)).kind == SORT_BV) {
        Term zero = term_const(tm, term_sort(tm, term_arg(tm, t, 0)), 0);
        Term difference = term_sub(tm, term_arg(tm, t, 0), term_arg(tm, t, 1));
        Term gathered = gather_choices(tm, difference, 0);
        return term_same(gathered, difference) ? t : term_eq(tm, gathered, zero);
    }
    if (kind != TERM_AND) return t;
    Term all = term_bool(tm, true);
    for (uint32_t i = 0; i < term_arity(tm, t); i++)
        all = term_and(tm, all, term_gather_choices(tm, term_arg(tm, t, i)));
    return all;
}
