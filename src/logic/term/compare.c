/* Building comparisons. The canonical forms: a constant stands on the right; a <= b is !(b < a); equations are between
 * sums in normal form, so that x + 1 == y and x == y - 1 are one term. */
#include "logic/term/compare.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/linear.h"
#include "logic/term/node.h"

static bool is_not_of(const TermManager *tm, Term a, Term b)
{
    return term_kind(tm, a) == TERM_NOT && term_same(term_arg(tm, a, 0), b);
}

static bool complementary(const TermManager *tm, Term a, Term b) { return is_not_of(tm, a, b) || is_not_of(tm, b, a); }

/* a == b over scalars by linear normal form of a - b; TERM_NONE when it gives nothing new. */
static Term eq_linear(TermManager *tm, Sort sort, Term a, Term b)
{
    Linear d;
    linear_init(tm, &d, sort);
    linear_add(tm, &d, a, 1);
    linear_add(tm, &d, b, sort_mask(sort, ~UINT64_C(0)));
    if (!d.ok || d.count > 2) return TERM_NONE;
    if (d.count == 0) return term_bool(tm, d.constant == 0);
    uint64_t one = 1, minus = sort_mask(sort, ~UINT64_C(0));
    uint64_t negated = sort_mask(sort, -d.constant);
    if (d.bits && d.constant && d.constant == negated) return TERM_NONE; /* the least number has no negation */
    Term args[2];
    if (d.count == 1 && (d.coefficients[0] == one || d.coefficients[0] == minus)) {
        args[0] = d.terms[0];
        args[1] = term_const(tm, sort, d.coefficients[0] == one ? negated : d.constant);
    } else if (d.count == 2 && d.coefficients[0] == one && d.coefficients[1] == minus) {
        /* t0 - t1 + c == 0: t0 == t1 - c */
        Linear right;
        linear_init(tm, &right, sort);
        linear_add(tm, &right, d.terms[1], 1);
        right.constant = negated;
        args[0] = d.terms[0];
        args[1] = linear_term(tm, &right);
    } else if (d.count == 2 && d.coefficients[0] == minus && d.coefficients[1] == one) {
        Linear right;
        linear_init(tm, &right, sort);
        linear_add(tm, &right, d.terms[1], 1);
        right.constant = d.constant;
        args[0] = d.terms[0];
        args[1] = linear_term(tm, &right);
    } else
        return TERM_NONE;
    return term_make(tm, TERM_EQ, sort_bool(), 0, args, 2);
}

static Term eq_ite_const(TermManager *tm, Term ite, Term k)
{
    Term c = term_arg(tm, ite, 0);
    bool t = term_same(term_arg(tm, ite, 1), k), e = term_same(term_arg(tm, ite, 2), k);
    if (t && e) return term_bool(tm, true);
    if (t) return c;
    return e ? term_not(tm, c) : term_bool(tm, false);
}

/* Extension == constant: compare before the extension. */
static Term eq_extension(TermManager *tm, Term a, Term k)
{
    Term inner = term_arg(tm, a, 0);
    Sort s = term_sort(tm, inner);
    uint64_t v = term_value(tm, k), low = sort_mask(s, v);
    bool fits = term_kind(tm, a) == TERM_ZEXT ? low == v
                                              : sort_mask(term_sort(tm, a), (uint64_t)sign_extend(low, s.width)) == v;
    if (!fits && is_unbounded(tm, s)) return TERM_NONE;
    return fits ? term_eq(tm, inner, term_const(tm, s, v)) : term_bool(tm, false);
}

static Term eq_bool(TermManager *tm, Term a, Term b)
{
    if (term_is_const(tm, a)) return term_value(tm, a) ? b : term_not(tm, b);
    if (term_is_const(tm, b)) return term_value(tm, b) ? a : term_not(tm, a);
    if (complementary(tm, a, b)) return term_bool(tm, false);
    bool negate = false;
    if (term_kind(tm, a) == TERM_NOT) a = term_arg(tm, a, 0), negate = !negate;
    if (term_kind(tm, b) == TERM_NOT) b = term_arg(tm, b, 0), negate = !negate;
    Term args[2] = {a.id < b.id ? a : b, a.id < b.id ? b : a};
    Term r = term_make(tm, TERM_EQ, sort_bool(), 0, args, 2);
    return negate ? term_not(tm, r) : r;
}

Term term_eq(TermManager *tm, Term a, Term b)
{
    CHECK(sort_same(term_sort(tm, a), term_sort(tm, b)));
    if (term_same(a, b)) return term_bool(tm, true);
    Sort sort = term_sort(tm, a);
    if (sort.kind == SORT_BOOL) return eq_bool(tm, a, b);
    if (term_is_const(tm, a)) {
        Term t = a;
        a = b, b = t;
    }
    if (term_is_const(tm, b)) {
        if (term_is_const(tm, a)) return term_bool(tm, term_value(tm, a) == term_value(tm, b));
        if (is_ite_of_consts(tm, a)) return eq_ite_const(tm, a, b);
        TermKind k = term_kind(tm, a);
        Term r = k == TERM_ZEXT || k == TERM_SEXT ? eq_extension(tm, a, b) : TERM_NONE;
        if (term_is(r)) return r;
    } else if (term_kind(tm, a) == term_kind(tm, b) &&
               (term_kind(tm, a) == TERM_ZEXT || term_kind(tm, a) == TERM_SEXT)) {
        Term x = term_arg(tm, a, 0), y = term_arg(tm, b, 0);
        if (sort_same(term_sort(tm, x), term_sort(tm, y))) return term_eq(tm, x, y);
    }
    if (sort.kind != SORT_ARRAY) {
        Term r = eq_linear(tm, sort, a, b);
        if (term_is(r)) return r;
    }
    Term args[2] = {a.id < b.id || term_is_const(tm, b) ? a : b, a.id < b.id || term_is_const(tm, b) ? b : a};
    return term_make(tm, TERM_EQ, sort_bool(), 0, args, 2);
}

Term term_ne(TermManager *tm, Term a, Term b) { return term_not(tm, term_eq(tm, a, b)); }

static uint64_t least_value(Sort sort, bool is_signed)
{
    CHECK(sort.kind == SORT_BV);
    return is_signed ? UINT64_C(1) << (sort.width - 1) : 0;
}

static uint64_t greatest_value(Sort sort, bool is_signed)
{
    CHECK(sort.kind == SORT_BV);
    uint64_t all = sort_mask(sort, ~UINT64_C(0));
    return is_signed ? all >> 1 : all;
}

/* x < c and c < x for constants; the canonical form has the constant on the right. */
static Term less_const(TermManager *tm, TermKind kind, Term x, uint64_t c)
{
    Sort sort = term_sort(tm, x);
    CHECK(c == sort_mask(sort, c) && !term_is_const(tm, x));
    if (!is_unbounded(tm, sort)) {
        bool is_signed = kind == TERM_SLT;
        if (c == least_value(sort, is_signed)) return term_bool(tm, false);
        if (c == sort_mask(sort, least_value(sort, is_signed) + 1))
            return term_eq(tm, x, term_const(tm, sort, least_value(sort, is_signed)));
        if (c == greatest_value(sort, is_signed)) return term_ne(tm, x, term_const(tm, sort, c));
    }
    Term args[2] = {x, term_const(tm, sort, c)};
    return term_make(tm, kind, sort_bool(), 0, args, 2);
}

static Term const_less(TermManager *tm, TermKind kind, uint64_t c, Term x)
{
    Sort sort = term_sort(tm, x);
    bool is_greatest = sort.kind == SORT_INT ? c == INT64_MAX : c == greatest_value(sort, kind == TERM_SLT);
    if (is_greatest && !is_unbounded(tm, sort)) return term_bool(tm, false);
    if (is_greatest) {
        Term args[2] = {term_const(tm, sort, c), x};
        return term_make(tm, kind, sort_bool(), 0, args, 2);
    }
    return term_not(tm, less_const(tm, kind, x, sort_mask(sort, c + 1)));
}

/* Extensions on both sides, or against a constant, compare as the narrow values do. */
static Term less_extension(TermManager *tm, TermKind kind, Term a, Term b)
{
    TermKind ka = term_kind(tm, a), kb = term_kind(tm, b);
    TermKind ext = ka == TERM_ZEXT || ka == TERM_SEXT ? ka : kb;
    if (ext != TERM_ZEXT && ext != TERM_SEXT) return TERM_NONE;
    Term x = ka == ext ? term_arg(tm, a, 0) : TERM_NONE, y = kb == ext ? term_arg(tm, b, 0) : TERM_NONE;
    TermKind narrow = ext == TERM_ZEXT ? TERM_ULT : kind; /* sign extension keeps both orders */
    Sort wide = term_sort(tm, a);
    if (term_is(x) && term_is(y))
        return sort_same(term_sort(tm, x), term_sort(tm, y)) ? term_less(tm, narrow, x, y) : TERM_NONE;
    Term k = term_is(x) ? b : a, v = term_is(x) ? x : y;
    if (!term_is_const(tm, k) || ext == TERM_SEXT) return TERM_NONE;
    Sort s = term_sort(tm, v);
    uint64_t c = term_value(tm, k);
    if (c <= greatest_value(s, false)) {
        Term kk = term_const(tm, s, c);
        return term_is(x) ? term_less(tm, TERM_ULT, v, kk) : term_less(tm, TERM_ULT, kk, v);
    }
    if (is_unbounded(tm, s)) return TERM_NONE;
    bool negative = kind == TERM_SLT && (c >> (wide.width - 1) & 1);
    return term_bool(tm, term_is(x) ? !negative : negative); /* v < c iff c is above v's range */
}

static Term less_int(TermManager *tm, Term a, Term b)
{
    Linear d;
    linear_init(tm, &d, sort_int());
    linear_add(tm, &d, a, 1);
    linear_add(tm, &d, b, (uint64_t)-1);
    if (!d.ok || d.constant == (uint64_t)INT64_MIN) return TERM_NONE;
    if (d.count == 0) return term_bool(tm, (int64_t)d.constant < 0);
    if (d.count == 1 && d.coefficients[0] == 1) return less_const(tm, TERM_SLT, d.terms[0], -d.constant);
    if (d.count == 1 && d.coefficients[0] == (uint64_t)-1) return const_less(tm, TERM_SLT, d.constant, d.terms[0]);
    return TERM_NONE;
}

Term term_less(TermManager *tm, TermKind kind, Term a, Term b)
{
    CHECK(kind == TERM_ULT || kind == TERM_SLT);
    CHECK(sort_same(term_sort(tm, a), term_sort(tm, b)));
    if (term_same(a, b)) return term_bool(tm, false);
    Sort sort = term_sort(tm, a);
    bool ca = term_is_const(tm, a), cb = term_is_const(tm, b);
    uint64_t va = ca ? term_value(tm, a) : 0, vb = cb ? term_value(tm, b) : 0;
    if (ca && cb) {
        if (kind == TERM_ULT) return term_bool(tm, va < vb);
        unsigned width = sort.kind == SORT_INT ? 64 : sort.width;
        return term_bool(tm, sign_extend(va, width) < sign_extend(vb, width));
    }
    if (cb && is_ite_of_consts(tm, a))
        return term_ite(tm, term_arg(tm, a, 0), term_less(tm, kind, term_arg(tm, a, 1), b),
                        term_less(tm, kind, term_arg(tm, a, 2), b));
    if (ca && is_ite_of_consts(tm, b))
        return term_ite(tm, term_arg(tm, b, 0), term_less(tm, kind, a, term_arg(tm, b, 1)),
                        term_less(tm, kind, a, term_arg(tm, b, 2)));
    if (sort.kind == SORT_INT) {
        Term r = less_int(tm, a, b);
        if (term_is(r)) return r;
    } else {
        Term r = less_extension(tm, kind, a, b);
        if (term_is(r)) return r;
    }
    if (cb) return less_const(tm, kind, a, vb);
    if (ca) return const_less(tm, kind, va, b);
    Term args[2] = {a, b};
    return term_make(tm, kind, sort_bool(), 0, args, 2);
}
