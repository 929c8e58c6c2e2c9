#include "c/exact/library/bits.h"

#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/term.h"

/* The bytes in reverse order. */
Term bits_swapped(Lowering *L, Term x)
{
    unsigned width = term_sort(L->tm, x).width;
    Term all = term_extract(L->tm, x, 0, 8);
    for (unsigned at = 8; at < width; at += 8)
        all = term_concat(L->tm, all, term_extract(L->tm, x, at, 8));
    return all;
}

static Term masked(TermManager *tm, Term x, unsigned shift, uint64_t mask)
{
    unsigned width = term_sort(tm, x).width;
    Term m = term_bv(tm, width, mask);
    Term high = term_binary(tm, TERM_LSHR, x, term_bv(tm, width, shift));
    return term_add(tm, term_binary(tm, TERM_BVAND, x, m), term_binary(tm, TERM_BVAND, high, m));
}

/* How many bits are set: of neighbours first, then of twice as many bits each time. */
Term bits_ones(Lowering *L, Term x)
{
    static const uint64_t masks[] = {0x5555555555555555, 0x3333333333333333, 0x0f0f0f0f0f0f0f0f,
                                     0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff};
    unsigned width = term_sort(L->tm, x).width;
    for (unsigned k = 0; 1u << k < width; k++)
        x = masked(L->tm, x, 1u << k, masks[k]);
    return x;
}

/* How many bits from the top, or from the bottom, are not set before one is. */
Term bits_zeros(Lowering *L, Term x, bool from_top)
{
    unsigned width = term_sort(L->tm, x).width;
    Term count = term_bv(L->tm, width, width);
    for (unsigned k = 0; k < width; k++) {
        unsigned bit = from_top ? k : width - 1 - k;
        Term is_set = term_eq(L->tm, term_extract(L->tm, x, bit, 1), term_bv(L->tm, 1, 1));
        count = term_ite(L->tm, is_set, term_bv(L->tm, width, width - 1 - k), count);
    }
    return count;
}

/* a and b side by side, moved to the left or right by a number of bits: a rotation, if they are the same. */
Term bits_funnel(Lowering *L, Term a, Term b, Term by, bool is_left)
{
    unsigned width = term_sort(L->tm, a).width;
    Term all = term_bv(L->tm, width, width), zero = term_bv(L->tm, width, 0);
    by = term_binary(L->tm, TERM_UREM, by, all);
    Term rest = term_sub(L->tm, all, by);
    Term high = term_binary(L->tm, TERM_SHL, a, is_left ? by : rest);
    Term low = term_binary(L->tm, TERM_LSHR, b, is_left ? rest : by);
    Term both = term_binary(L->tm, TERM_BVOR, high, low);
    return term_ite(L->tm, term_eq(L->tm, by, zero), is_left ? a : b, both);
}
