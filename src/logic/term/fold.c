/* The one place that says what binary operations mean on constants: builders fold with it, term_evaluate asks it. */
#include "logic/term/fold.h"

#include "base/check.h"

bool fold_binary(TermKind kind, Sort sort, uint64_t a, uint64_t b, uint64_t *result)
{
    bool is_int = sort.kind == SORT_INT;
    unsigned width = is_int ? 64 : sort.width;
    int64_t sa = sign_extend(a, width), sb = sign_extend(b, width), s;
    CHECK(a == sort_mask(sort, a) && b == sort_mask(sort, b));
    uint64_t ones = sort_mask(sort, ~UINT64_C(0));
    switch ((int)kind) {
    case TERM_ADD:
        *result = a + b;
        if (is_int && __builtin_add_overflow(sa, sb, &s)) return false;
        break;
    case TERM_MUL:
        *result = a * b;
        if (is_int && __builtin_mul_overflow(sa, sb, &s)) return false;
        break;
    case TERM_UDIV: *result = b ? a / b : ones; break;
    case TERM_UREM: *result = b ? a % b : a; break;
    case TERM_SDIV:
        if (is_int && (!sb || (sa == INT64_MIN && sb == -1))) return false;
        *result = !sb ? (sa < 0 ? 1 : ones) : sb == -1 ? -a : (uint64_t)(sa / sb);
        break;
    case TERM_SREM:
        if (is_int && !sb) return false;
        *result = !sb ? a : sb == -1 ? 0 : (uint64_t)(sa % sb);
        break;
    case TERM_BVAND: *result = a & b; break;
    case TERM_BVOR: *result = a | b; break;
    case TERM_BVXOR: *result = a ^ b; break;
    case TERM_SHL: *result = b >= width ? 0 : a << b; break;
    case TERM_LSHR: *result = b >= width ? 0 : a >> b; break;
    case TERM_ASHR: *result = (uint64_t)(sa >> (b >= width ? width - 1 : b)); break;
    default: return false;
    }
    *result = sort_mask(sort, *result);
    return true;
}
