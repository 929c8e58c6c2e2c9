#include "c/exact/model/bound.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

/* An upper bound of the unsigned value, as far as its shape tells. */
static uint64_t upper_bound(Lowering *L, Term t, int depth)
{
    TermManager *tm = L->tm;
    Sort sort = term_sort(tm, t);
    CHECK(sort.kind == SORT_BV);
    uint64_t all = sort.width >= 64 ? UINT64_MAX : (UINT64_C(1) << sort.width) - 1;
    uint64_t a, b;
    if (depth > 8) return all;
    switch ((int)term_kind(tm, t)) {
    case TERM_CONST: return term_value(tm, t);
    case TERM_BVAND:
        a = upper_bound(L, term_arg(tm, t, 0), depth + 1);
        b = upper_bound(L, term_arg(tm, t, 1), depth + 1);
        return a < b ? a : b;
    case TERM_ITE:
        a = upper_bound(L, term_arg(tm, t, 1), depth + 1);
        b = upper_bound(L, term_arg(tm, t, 2), depth + 1);
        return a > b ? a : b;
    case TERM_ZEXT: return upper_bound(L, term_arg(tm, t, 0), depth + 1);
    case TERM_SEXT:
        a = upper_bound(L, term_arg(tm, t, 0), depth + 1);
        return a < UINT64_C(1) << (term_sort(tm, term_arg(tm, t, 0)).width - 1) ? a : all;
    case TERM_UREM:
        b = term_is_const(tm, term_arg(tm, t, 1)) ? term_value(tm, term_arg(tm, t, 1)) : 0;
        return b > 0 ? b - 1 : all;
    case TERM_LSHR:
        a = upper_bound(L, term_arg(tm, t, 0), depth + 1);
        b = term_is_const(tm, term_arg(tm, t, 1)) ? term_value(tm, term_arg(tm, t, 1)) : 0;
        return b < 64 ? a >> b : 0;
    default: return all;
    }
}

Term below_term(Lowering *L, Term t, uint64_t limit)
{
    if (upper_bound(L, t, 0) < limit) return term_bool(L->tm, true);
    CHECK(sort_mask(term_sort(L->tm, t), limit) == limit); /* else every value is below it */
    return term_binary(L->tm, TERM_ULT, t, term_bv(L->tm, term_sort(L->tm, t).width, limit));
}

Term range_term(Lowering *L, Term t, uint64_t limit)
{
    Sort sort = term_sort(L->tm, t);
    if (upper_bound(L, t, 0) < limit) return term_bool(L->tm, true);
    if (limit > sort_mask(sort, UINT64_MAX) >> 1) return below_term(L, t, limit);
    Term low = term_binary(L->tm, TERM_SLE, term_bv(L->tm, sort.width, 0), t);
    return term_and(L->tm, low, term_binary(L->tm, TERM_SLT, t, term_bv(L->tm, sort.width, limit)));
}
