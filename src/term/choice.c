/* Of values that meet, each is mostly the old one and a little more. With the old one in front, sums of such values
 * have a normal form in which most summands cancel; inside of choices the solver has to prove with bits that they do. */
#include "term/choice.h"

#include "term/boolean.h"
#include "term/build.h"
#include "term/linear.h"

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
