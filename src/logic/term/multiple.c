#include "logic/term/multiple.h"

#include "base/check.h"

#define DEPTH 8 /* of the terms that are looked at: they may be large */

static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

static unsigned zero_bits(const TermManager *tm, Term t, unsigned depth);

static unsigned of_arg(const TermManager *tm, Term t, unsigned k, unsigned depth)
{
    return zero_bits(tm, term_arg(tm, t, k), depth + 1);
}

/* Sums, alternatives, bits of either. */
static unsigned of_all(const TermManager *tm, Term t, unsigned first, unsigned depth)
{
    unsigned bits = term_sort(tm, t).width;
    for (unsigned k = first; k < term_arity(tm, t); k++)
        bits = smaller(bits, of_arg(tm, t, k, depth));
    return bits;
}

static unsigned of_product(const TermManager *tm, Term t, unsigned depth)
{
    unsigned bits = 0;
    for (unsigned k = 0; k < term_arity(tm, t); k++)
        bits += of_arg(tm, t, k, depth);
    return smaller(bits, term_sort(tm, t).width);
}

static unsigned of_constant(const TermManager *tm, Term t)
{
    unsigned width = term_sort(tm, t).width, bits = 0;
    while (bits < width && (term_value(tm, t) >> bits & 1) == 0)
        bits++;
    return bits;
}

static unsigned of_shift(const TermManager *tm, Term t, unsigned depth)
{
    Term by = term_arg(tm, t, 1);
    unsigned width = term_sort(tm, t).width, bits = of_arg(tm, t, 0, depth);
    if (!term_is_const(tm, by)) return bits;
    return term_value(tm, by) >= width ? width : smaller(width, bits + (unsigned)term_value(tm, by));
}

static unsigned of_extension(const TermManager *tm, Term t, unsigned depth)
{
    Term inner = term_arg(tm, t, 0);
    unsigned bits = zero_bits(tm, inner, depth + 1);
    return bits == term_sort(tm, inner).width ? term_sort(tm, t).width : bits;
}

static unsigned zero_bits(const TermManager *tm, Term t, unsigned depth)
{
    if (depth > DEPTH) return 0;
    switch (term_kind(tm, t)) {
    case TERM_CONST: return of_constant(tm, t);
    case TERM_ADD:
    case TERM_BVOR:
    case TERM_BVXOR: return of_all(tm, t, 0, depth);
    case TERM_ITE: return of_all(tm, t, 1, depth);
    case TERM_MUL: return of_product(tm, t, depth);
    case TERM_SHL: return of_shift(tm, t, depth);
    case TERM_ZEXT:
    case TERM_SEXT: return of_extension(tm, t, depth);
    default: return 0;
    }
}

unsigned term_zero_bits(const TermManager *tm, Term t)
{
    CHECK(term_sort(tm, t).kind == SORT_BV && term_sort(tm, t).width <= 64);
    return zero_bits(tm, t, 0);
}
