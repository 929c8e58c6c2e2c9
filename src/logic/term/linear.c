/* Sums in normal form: c1*t1 + c2*t2 + ... + c, the terms ordered by id, coefficients not zero, as a left-leaning
 * chain of ADD with the constant last. So s + 1 - 1 is s, and two sums are equal exactly when they are the same term.
 * Bit-vector coefficients are modulo 2^width; ideal integers, and machine integers that are to become such, give up (no
 * normal form) when a coefficient leaves 64 bits, or its type. */
#include "logic/term/linear.h"

#include "base/check.h"
#include "logic/term/boolean.h"
#include "logic/term/node.h"

void linear_init(const TermManager *tm, Linear *l, Sort sort)
{
    l->sort = sort;
    l->bits = !is_unbounded(tm, sort) ? 0 : sort.kind == SORT_INT ? 64 : sort.width;
    l->count = 0;
    l->constant = 0;
    l->ok = true;
}

/* Terms ascend, no coefficient is zero, all are in the range of the sort. */
static bool linear_is_valid(const Linear *l)
{
    if (!l->ok) return true;
    if (l->count > LINEAR_MAX || l->constant != sort_mask(l->sort, l->constant)) return false;
    for (uint32_t i = 0; i < l->count; i++) {
        if (!l->coefficients[i] || l->coefficients[i] != sort_mask(l->sort, l->coefficients[i])) return false;
        if (i && l->terms[i - 1].id >= l->terms[i].id) return false;
    }
    return true;
}

static void check_coefficient(Linear *l, bool overflow, int64_t c)
{
    if (overflow || sign_extend((uint64_t)c, l->bits) != c) l->ok = false;
}

static void add_coefficient(Linear *l, uint64_t *to, uint64_t c)
{
    if (l->bits) {
        int64_t r;
        bool overflow = __builtin_add_overflow(sign_extend(*to, l->bits), sign_extend(c, l->bits), &r);
        check_coefficient(l, overflow, r);
    }
    *to = sort_mask(l->sort, *to + c);
}

static uint64_t multiply_coefficients(Linear *l, uint64_t a, uint64_t b)
{
    if (l->bits) {
        int64_t r;
        bool overflow = __builtin_mul_overflow(sign_extend(a, l->bits), sign_extend(b, l->bits), &r);
        check_coefficient(l, overflow, r);
    }
    return sort_mask(l->sort, a * b);
}

static void insert_monomial(Linear *l, Term t, uint64_t coefficient)
{
    CHECK(coefficient != 0 && linear_is_valid(l));
    uint32_t i = 0;
    while (i < l->count && l->terms[i].id < t.id)
        i++;
    if (i < l->count && l->terms[i].id == t.id) {
        add_coefficient(l, &l->coefficients[i], coefficient);
        if (l->coefficients[i]) return;
        for (l->count--; i < l->count; i++) {
            l->terms[i] = l->terms[i + 1];
            l->coefficients[i] = l->coefficients[i + 1];
        }
        return;
    }
    if (l->count == LINEAR_MAX) {
        l->ok = false;
        return;
    }
    for (uint32_t j = l->count++; j > i; j--) {
        l->terms[j] = l->terms[j - 1];
        l->coefficients[j] = l->coefficients[j - 1];
    }
    l->terms[i] = t;
    l->coefficients[i] = coefficient;
}

void linear_add(TermManager *tm, Linear *l, Term t, uint64_t factor)
{
    CHECK(sort_same(term_sort(tm, t), l->sort));
    if (!factor || !l->ok) return;
    switch ((int)term_kind(tm, t)) {
    case TERM_CONST: add_coefficient(l, &l->constant, multiply_coefficients(l, term_value(tm, t), factor)); return;
    case TERM_ADD:
        linear_add(tm, l, term_arg(tm, t, 0), factor);
        linear_add(tm, l, term_arg(tm, t, 1), factor);
        return;
    case TERM_MUL: {
        Term a = term_arg(tm, t, 0), b = term_arg(tm, t, 1);
        if (term_is_const(tm, b)) {
            linear_add(tm, l, a, multiply_coefficients(l, term_value(tm, b), factor));
            return;
        }
        break;
    }
    default: break;
    }
    insert_monomial(l, t, factor);
    CHECK(linear_is_valid(l));
}

static Term monomial(TermManager *tm, const Linear *l, uint32_t i)
{
    uint64_t c = l->coefficients[i];
    if (c == 1) return l->terms[i];
    Term args[2] = {l->terms[i], term_const(tm, l->sort, c)};
    return term_make(tm, TERM_MUL, l->sort, 0, args, 2);
}

Term linear_term(TermManager *tm, const Linear *l)
{
    CHECK(l->ok && linear_is_valid(l));
    Term sum = TERM_NONE;
    for (uint32_t i = 0; i < l->count; i++) {
        Term m = monomial(tm, l, i);
        if (!term_is(sum))
            sum = m;
        else {
            Term args[2] = {sum, m};
            sum = term_make(tm, TERM_ADD, l->sort, 0, args, 2);
        }
    }
    if (!term_is(sum)) return term_const(tm, l->sort, l->constant);
    if (!l->constant) return sum;
    Term args[2] = {sum, term_const(tm, l->sort, l->constant)};
    return term_make(tm, TERM_ADD, l->sort, 0, args, 2);
}
