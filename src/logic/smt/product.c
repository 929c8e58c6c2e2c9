/* That a product does not overflow is said by programs (and by the front end) with a product of twice the width, whose
 * upper half is the sign of the lower one: x * y == sext(low(x * y)) for x = sext(a), y = sext(b). A bit-blaster makes
 * 64 * 64 adders of that for numbers of 32 bits, and the SAT solver may search them for many seconds. Z3 has a circuit
 * for the question itself, which looks at the leading bits: it is the same for all a and b, since in twice the width
 * the product is that of the integers, and it is sext(low(it)) if and only if it lies between -2^(w-1) and 2^(w-1) - 1.
 */
#include "logic/smt/product.h"

#include "logic/smt/translate.h"

/* The number of w bits that t extends with its sign; TERM_NONE: none. */
static Term extended(const TermManager *tm, Term t, unsigned width)
{
    if (term_kind(tm, t) != TERM_SEXT || term_sort(tm, term_arg(tm, t, 0)).width != width) return TERM_NONE;
    return term_arg(tm, t, 0);
}

static bool is_fitting(const TermManager *tm, Term product, Term shortened, Term *a, Term *b)
{
    if (term_kind(tm, product) != TERM_MUL || term_kind(tm, shortened) != TERM_SEXT) return false;
    Term low = term_arg(tm, shortened, 0);
    if (term_kind(tm, low) != TERM_EXTRACT || term_value(tm, low) != 0 || !term_same(term_arg(tm, low, 0), product))
        return false;
    unsigned width = term_sort(tm, low).width;
    if (width < 2 || term_sort(tm, product).width < 2 * width) return false;
    *a = extended(tm, term_arg(tm, product, 0), width);
    *b = extended(tm, term_arg(tm, product, 1), width);
    return term_is(*a) && term_is(*b);
}

bool product_is_asked(const TermManager *tm, Term t, Term *a, Term *b)
{
    if (term_kind(tm, t) != TERM_EQ || term_sort(tm, term_arg(tm, t, 0)).kind != SORT_BV) return false;
    Term one = term_arg(tm, t, 0), other = term_arg(tm, t, 1);
    return is_fitting(tm, one, other, a, b) || is_fitting(tm, other, one, a, b);
}

Z3_ast product_translate(Smt *smt, Z3_ast a, Z3_ast b)
{
    Z3_ast up = smt_own(smt, Z3_mk_bvmul_no_overflow(smt->ctx, a, b, true));
    Z3_ast down = smt_own(smt, Z3_mk_bvmul_no_underflow(smt->ctx, a, b));
    Z3_ast result = up && down ? Z3_mk_and(smt->ctx, 2, (Z3_ast[]){up, down}) : NULL;
    smt_own(smt, result);
    if (up) Z3_dec_ref(smt->ctx, up);
    if (down) Z3_dec_ref(smt->ctx, down);
    return result;
}
