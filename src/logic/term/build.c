/* Building terms, with simplification. Every rule is an equivalence for all values (tests/unit/test_term.c checks
 * them against term_evaluate); none may depend on the context a term is used in. */
#include "logic/term/build.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/compare.h"
#include "logic/term/fold.h"
#include "logic/term/linear.h"
#include "logic/term/node.h"

/* ---- arithmetic ---- */

static Term linear_sum(TermManager *tm, Term a, uint64_t fa, Term b, uint64_t fb, TermKind fallback)
{
    CHECK(sort_same(term_sort(tm, a), term_sort(tm, b)));
    Linear l;
    linear_init(tm, &l, term_sort(tm, a));
    linear_add(tm, &l, a, fa);
    linear_add(tm, &l, b, fb);
    if (l.ok) return linear_term(tm, &l);
    Term args[2] = {a, b};
    return term_make(tm, fallback, term_sort(tm, a), 0, args, 2);
}

Term term_add(TermManager *tm, Term a, Term b) { return linear_sum(tm, a, 1, b, 1, TERM_ADD); }

Term term_neg(TermManager *tm, Term a)
{
    Sort sort = term_sort(tm, a);
    return term_binary(tm, TERM_MUL, a, term_const(tm, sort, ~UINT64_C(0)));
}

Term term_sub(TermManager *tm, Term a, Term b) { return term_add(tm, a, term_neg(tm, b)); }

static Term term_mul(TermManager *tm, Term a, Term b)
{
    Sort sort = term_sort(tm, a);
    if (term_is_const(tm, a)) {
        Term t = a;
        a = b, b = t;
    }
    if (term_is_const(tm, b)) {
        Linear l;
        linear_init(tm, &l, sort);
        linear_add(tm, &l, a, term_value(tm, b));
        if (l.ok) return linear_term(tm, &l);
    }
    Term args[2] = {a, b};
    if (!term_is_const(tm, b) && b.id < a.id) args[0] = b, args[1] = a;
    return term_make(tm, TERM_MUL, sort, 0, args, 2);
}

/* Neutral and absorbing constants on the right of a bit operation, division or shift; TERM_NONE: no rule. */
static Term binary_const_right(TermManager *tm, TermKind kind, Term a, uint64_t c)
{
    Sort sort = term_sort(tm, a);
    uint64_t ones = sort_mask(sort, ~UINT64_C(0));
    switch ((int)kind) {
    case TERM_BVAND: return c == 0 ? term_const(tm, sort, 0) : c == ones ? a : TERM_NONE;
    case TERM_BVOR: return c == 0 ? a : c == ones ? term_const(tm, sort, c) : TERM_NONE;
    case TERM_BVXOR: return c == 0 ? a : TERM_NONE;
    case TERM_UDIV:
    case TERM_SDIV: return c == 1 && !(sort.kind == SORT_BV && sort.width == 1 && kind == TERM_SDIV) ? a : TERM_NONE;
    case TERM_UREM: return c == 1 ? term_const(tm, sort, 0) : TERM_NONE;
    case TERM_SREM: return c == 1 ? term_const(tm, sort, 0) : TERM_NONE;
    case TERM_SHL:
        if (c >= sort.width) return term_const(tm, sort, 0);
        if (c + 1 == sort.width && is_unbounded(tm, sort)) return TERM_NONE; /* not a signed number */
        return term_mul(tm, a, term_const(tm, sort, UINT64_C(1) << c));
    case TERM_LSHR: return c == 0 ? a : c >= sort.width ? term_const(tm, sort, 0) : TERM_NONE;
    case TERM_ASHR: return c == 0 ? a : TERM_NONE;
    default: return TERM_NONE;
    }
}

static bool is_commutative_bitwise(TermKind kind)
{
    return kind == TERM_BVAND || kind == TERM_BVOR || kind == TERM_BVXOR;
}

Term term_binary(TermManager *tm, TermKind kind, Term a, Term b)
{
    switch ((int)kind) {
    case TERM_ULT:
    case TERM_SLT: return term_less(tm, kind, a, b);
    case TERM_ULE: return term_not(tm, term_less(tm, TERM_ULT, b, a));
    case TERM_SLE: return term_not(tm, term_less(tm, TERM_SLT, b, a));
    case TERM_ADD: return term_add(tm, a, b);
    case TERM_MUL: return term_mul(tm, a, b);
    case TERM_EQ: return term_eq(tm, a, b);
    case TERM_AND: return term_and(tm, a, b);
    case TERM_OR: return term_or(tm, a, b);
    case TERM_CONCAT: return term_concat(tm, a, b);
    case TERM_SELECT: return term_select(tm, a, b);
    default: break;
    }
    Sort sort = term_sort(tm, a);
    CHECK(sort_same(sort, term_sort(tm, b))); /* of shifts, too */
    uint64_t folded;
    if (is_commutative_bitwise(kind) && (term_is_const(tm, a) || (b.id < a.id && !term_is_const(tm, b)))) {
        Term t = a;
        a = b, b = t;
    }
    if (term_is_const(tm, b)) {
        if (term_is_const(tm, a) && fold_binary(kind, sort, term_value(tm, a), term_value(tm, b), &folded))
            return term_const(tm, sort, folded);
        Term r = binary_const_right(tm, kind, a, term_value(tm, b));
        if (term_is(r)) return r;
        if (is_commutative_bitwise(kind) && is_ite_of_consts(tm, a))
            return term_ite(tm, term_arg(tm, a, 0), term_binary(tm, kind, term_arg(tm, a, 1), b),
                            term_binary(tm, kind, term_arg(tm, a, 2), b));
    }
    if (term_same(a, b)) {
        if (kind == TERM_BVAND || kind == TERM_BVOR) return a;
        if (kind == TERM_BVXOR) return term_const(tm, sort, 0);
    }
    Term args[2] = {a, b};
    return term_make(tm, kind, sort, 0, args, 2);
}

/* ---- widths ---- */

static Term through_ite(TermManager *tm, Term t, Term (*f)(TermManager *, Term, unsigned), unsigned width)
{
    return term_ite(tm, term_arg(tm, t, 0), f(tm, term_arg(tm, t, 1), width), f(tm, term_arg(tm, t, 2), width));
}

Term term_zext(TermManager *tm, Term a, unsigned width)
{
    Sort s = term_sort(tm, a);
    CHECK(s.kind == SORT_BV && s.width <= width);
    if (s.width == width) return a;
    if (term_is_const(tm, a)) return term_bv(tm, width, term_value(tm, a));
    if (term_kind(tm, a) == TERM_ZEXT) return term_zext(tm, term_arg(tm, a, 0), width);
    if (is_ite_of_consts(tm, a)) return through_ite(tm, a, term_zext, width);
    return term_make(tm, TERM_ZEXT, sort_bv(width), 0, &a, 1);
}

Term term_sext(TermManager *tm, Term a, unsigned width)
{
    Sort s = term_sort(tm, a);
    CHECK(s.kind == SORT_BV && s.width <= width);
    if (s.width == width) return a;
    if (term_is_const(tm, a)) return term_bv(tm, width, (uint64_t)sign_extend(term_value(tm, a), s.width));
    if (term_kind(tm, a) == TERM_ZEXT) return term_zext(tm, term_arg(tm, a, 0), width); /* its top bit is 0 */
    if (term_kind(tm, a) == TERM_SEXT) return term_sext(tm, term_arg(tm, a, 0), width);
    if (is_ite_of_consts(tm, a)) return through_ite(tm, a, term_sext, width);
    return term_make(tm, TERM_SEXT, sort_bv(width), 0, &a, 1);
}

Term term_extract(TermManager *tm, Term a, unsigned low, unsigned width)
{
    Sort s = term_sort(tm, a);
    CHECK(s.kind == SORT_BV && width > 0 && low + width <= s.width);
    if (low == 0 && width == s.width) return a;
    if (term_is_const(tm, a)) return term_bv(tm, width, term_value(tm, a) >> low);
    TermKind kind = term_kind(tm, a);
    if (kind == TERM_EXTRACT) return term_extract(tm, term_arg(tm, a, 0), low + (unsigned)term_value(tm, a), width);
    if (kind == TERM_ZEXT || kind == TERM_SEXT) {
        Term x = term_arg(tm, a, 0);
        unsigned w = term_sort(tm, x).width;
        if (low + width <= w) return term_extract(tm, x, low, width);
        if (kind == TERM_ZEXT && low >= w) return term_bv(tm, width, 0);
        if (low == 0) return kind == TERM_ZEXT ? term_zext(tm, x, width) : term_sext(tm, x, width);
    }
    if (kind == TERM_CONCAT) {
        unsigned w = term_sort(tm, term_arg(tm, a, 1)).width;
        if (low + width <= w) return term_extract(tm, term_arg(tm, a, 1), low, width);
        if (low >= w) return term_extract(tm, term_arg(tm, a, 0), low - w, width);
    }
    if (is_ite_of_consts(tm, a))
        return term_ite(tm, term_arg(tm, a, 0), term_extract(tm, term_arg(tm, a, 1), low, width),
                        term_extract(tm, term_arg(tm, a, 2), low, width));
    return term_make(tm, TERM_EXTRACT, sort_bv(width), low, &a, 1);
}

Term term_concat(TermManager *tm, Term high, Term low)
{
    unsigned wl = term_sort(tm, low).width, width = term_sort(tm, high).width + wl;
    CHECK(width <= 64 && wl > 0 && wl < width);
    if (term_is_const(tm, high)) {
        if (term_value(tm, high) == 0) return term_zext(tm, low, width);
        if (term_is_const(tm, low)) return term_bv(tm, width, term_value(tm, high) << wl | term_value(tm, low));
    }
    if (term_kind(tm, high) == TERM_EXTRACT && term_kind(tm, low) == TERM_EXTRACT &&
        term_same(term_arg(tm, high, 0), term_arg(tm, low, 0)) && term_value(tm, high) == term_value(tm, low) + wl)
        return term_extract(tm, term_arg(tm, low, 0), (unsigned)term_value(tm, low), width);
    Term args[2] = {high, low};
    return term_make(tm, TERM_CONCAT, sort_bv(width), 0, args, 2);
}

/* ---- arrays ---- */

/* Reads through stores as a case split, so that predicates speak of the cell that was meant. */
Term term_select(TermManager *tm, Term array, Term index)
{
    CHECK(sort_same(term_sort(tm, index), sort_index(term_sort(tm, array))));
    switch ((int)term_kind(tm, array)) {
    case TERM_CONST_ARRAY: return term_arg(tm, array, 0);
    case TERM_STORE: {
        Term same = term_eq(tm, term_arg(tm, array, 1), index);
        Term value = term_arg(tm, array, 2);
        if (term_is_true(tm, same)) return value;
        return term_ite(tm, same, value, term_select(tm, term_arg(tm, array, 0), index));
    }
    case TERM_ITE:
        return term_ite(tm, term_arg(tm, array, 0), term_select(tm, term_arg(tm, array, 1), index),
                        term_select(tm, term_arg(tm, array, 2), index));
    default: break;
    }
    Term args[2] = {array, index};
    return term_make(tm, TERM_SELECT, sort_element(term_sort(tm, array)), 0, args, 2);
}

Term term_store(TermManager *tm, Term array, Term index, Term value)
{
    CHECK(sort_same(term_sort(tm, value), sort_element(term_sort(tm, array))));
    if (term_kind(tm, array) == TERM_STORE && term_same(term_arg(tm, array, 1), index)) array = term_arg(tm, array, 0);
    if (term_kind(tm, value) == TERM_SELECT && term_same(term_arg(tm, value, 0), array) &&
        term_same(term_arg(tm, value, 1), index))
        return array;
    if (term_kind(tm, array) == TERM_CONST_ARRAY && term_same(term_arg(tm, array, 0), value)) return array;
    Term args[3] = {array, index, value};
    return term_make(tm, TERM_STORE, term_sort(tm, array), 0, args, 3);
}

Term term_const_array(TermManager *tm, Sort array, Term element)
{
    return term_make(tm, TERM_CONST_ARRAY, array, 0, &element, 1);
}
