/* A bit-blaster makes a division of w bits from w subtractions of w bits, 30 ms for a check with `(i + 1) % 3` of 64
 * bits. Where the divisor is a constant m there is a shorter way to say it: a quotient q and a remainder r = a - m * q,
 * with q named by a constant of its own, which a product and three comparisons define.
 *
 * Without signs: q <= max / m, m * q <= a, r < m. By the first m * q does not wrap, by the second r does not, so that r
 * is the difference of the numbers, and there is one such q.
 *
 * With signs, m > 2 and no power of two: -l <= q <= l for l = 2^(w-1) / m (rounded down), so that m * q does not wrap
 * and is not -2^(w-1); and 0 <= r < m where a >= 0, -m < r <= 0 where a < 0. Could the difference d of the numbers wrap
 * to such an r? For a >= 0 it is at most 2^w - 2, and what wraps is negative; for a < 0 it is at least -2^w + 1, and
 * what wraps is positive. So r is d, there is one such q, and it is rounded towards zero. By -m: -q, and the same r.
 *
 * The definitions have exactly one solution whatever a is: to assert one says nothing about variables of the program.
 */
#include "logic/smt/divide.h"

#include "base/check.h"
#include "logic/smt/translate.h"

#define WIDTH_MIN 12 /* below, the bit-blaster's way is short enough */

typedef struct Division {
    Smt *smt;
    Z3_context c;
    Z3_sort sort;
    unsigned width;
    Z3_ast a, q, r;
    Z3_ast made[20]; /* to be released */
    int count;
} Division;

static Z3_ast keep_ast(Division *d, Z3_ast ast)
{
    CHECK(d->count < (int)(sizeof d->made / sizeof *d->made));
    smt_own(d->smt, ast);
    return d->made[d->count++] = ast;
}

static Z3_ast number_ast(Division *d, uint64_t value)
{
    return keep_ast(d, Z3_mk_unsigned_int64(d->c, value, d->sort));
}

static uint64_t largest(unsigned width) { return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1; }

static bool is_signed(TermKind kind) { return kind == TERM_SDIV || kind == TERM_SREM; }

/* The size of the divisor, and whether it is negative. */
static uint64_t divisor(const TermManager *tm, Term t, bool *negative)
{
    Term by = term_arg(tm, t, 1);
    unsigned width = term_sort(tm, by).width;
    uint64_t value = term_value(tm, by);
    *negative = is_signed(term_kind(tm, t)) && value >> (width - 1) & 1;
    return *negative ? (0 - value) & largest(width) : value;
}

bool divide_is_defined(const TermManager *tm, Term t)
{
    TermKind kind = term_kind(tm, t);
    if (!is_signed(kind) && kind != TERM_UDIV && kind != TERM_UREM) return false;
    Sort sort = term_sort(tm, t);
    bool negative;
    if (sort.kind != SORT_BV || sort.width < WIDTH_MIN || !term_is_const(tm, term_arg(tm, t, 1))) return false;
    uint64_t m = divisor(tm, t, &negative);
    return (m & (m - 1)) != 0; /* not 0, and no power of two: these are short */
}

static Z3_ast make_definition(Division *d, uint64_t m, Z3_ast product, bool with_sign)
{
    Z3_context c = d->c;
    Z3_ast by = number_ast(d, m);
    if (!with_sign) {
        Z3_ast all[] = {keep_ast(d, Z3_mk_bvule(c, d->q, number_ast(d, largest(d->width) / m))),
                        keep_ast(d, Z3_mk_bvule(c, product, d->a)), keep_ast(d, Z3_mk_bvult(c, d->r, by))};
        return Z3_mk_and(c, 3, all);
    }
    uint64_t most = (UINT64_C(1) << (d->width - 1)) / m, mask = largest(d->width);
    Z3_ast zero = number_ast(d, 0), low = number_ast(d, (0 - most) & mask), high = number_ast(d, most);
    Z3_ast above = number_ast(d, (0 - m) & mask);
    Z3_ast up[] = {keep_ast(d, Z3_mk_bvsle(c, zero, d->r)), keep_ast(d, Z3_mk_bvslt(c, d->r, by))};
    Z3_ast down[] = {keep_ast(d, Z3_mk_bvslt(c, above, d->r)), keep_ast(d, Z3_mk_bvsle(c, d->r, zero))};
    Z3_ast rest = keep_ast(d, Z3_mk_ite(c, keep_ast(d, Z3_mk_bvsle(c, zero, d->a)), keep_ast(d, Z3_mk_and(c, 2, up)),
                                        keep_ast(d, Z3_mk_and(c, 2, down))));
    Z3_ast all[] = {keep_ast(d, Z3_mk_bvsle(c, low, d->q)), keep_ast(d, Z3_mk_bvsle(c, d->q, high)), rest};
    return Z3_mk_and(c, 3, all);
}

Z3_ast divide_translate(Smt *smt, Term t, Z3_ast a, Z3_ast *definition)
{
    bool negative;
    TermKind kind = term_kind(smt->tm, t);
    uint64_t m = divisor(smt->tm, t, &negative);
    Division d = {.smt = smt, .c = smt->ctx, .sort = Z3_get_sort(smt->ctx, a), .a = a};
    d.width = term_sort(smt->tm, t).width;
    CHECK(divide_is_defined(smt->tm, t) && a && t.id < SMT_NAMES);
    d.q = keep_ast(&d, Z3_mk_const(d.c, Z3_mk_int_symbol(d.c, (int)(t.id + SMT_NAMES)), d.sort));
    Z3_ast product = keep_ast(&d, Z3_mk_bvmul(d.c, number_ast(&d, m), d.q));
    d.r = keep_ast(&d, Z3_mk_bvsub(d.c, a, product));
    *definition = smt_own(smt, make_definition(&d, m, product, is_signed(kind)));
    Z3_ast result = d.r;
    if (kind == TERM_UDIV || kind == TERM_SDIV) result = negative ? keep_ast(&d, Z3_mk_bvneg(d.c, d.q)) : d.q;
    smt_own(smt, result);
    for (int i = 0; i < d.count; i++)
        if (d.made[i]) Z3_dec_ref(d.c, d.made[i]);
    return result;
}
