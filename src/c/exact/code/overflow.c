#include "c/exact/code/overflow.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/model/bound.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/origin.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"
#include "logic/term/term.h"

/* The least and the greatest value of a width, as bits. */
static uint64_t least_signed(unsigned width) { return UINT64_C(1) << (width - 1); }
static uint64_t greatest_signed(unsigned width) { return least_signed(width) - 1; }

static int64_t signed_value(Lowering *L, Term t)
{
    unsigned width = term_sort(L->tm, t).width;
    uint64_t value = term_value(L->tm, t);
    CHECK(width > 0 && width <= 64);
    if (width < 64 && (value & least_signed(width))) value |= ~((UINT64_C(1) << width) - 1);
    return (int64_t)value;
}

/* low <= t <= high */
static Term in_interval(Lowering *L, Term t, int64_t low, int64_t high)
{
    unsigned width = term_sort(L->tm, t).width;
    CHECK(low <= high);
    Term below = term_binary(L->tm, TERM_SLE, term_bv(L->tm, width, (uint64_t)low), t);
    return term_and(L->tm, below, term_binary(L->tm, TERM_SLE, t, term_bv(L->tm, width, (uint64_t)high)));
}

/* ---- with a constant: an interval, which is a predicate as programs state them ---- */

/* The values of a for which a + c fits. */
static Term sum_fits(Lowering *L, Term a, int64_t c, int64_t min, int64_t max)
{
    return c >= 0 ? in_interval(L, a, min, max - c) : in_interval(L, a, min - c, max);
}

/* The values of b for which c - b fits. */
static Term difference_fits(Lowering *L, int64_t c, Term b, int64_t min, int64_t max)
{
    return c >= 0 ? in_interval(L, b, c - max, max) : in_interval(L, b, min, c - min);
}

/* The values of a for which a * c fits: those between the quotients, which C rounds towards 0. */
static Term product_fits(Lowering *L, Term a, int64_t c, int64_t min, int64_t max)
{
    if (c == 0) return term_bool(L->tm, true);
    if (c == -1) return in_interval(L, a, -max, max);
    return c > 0 ? in_interval(L, a, min / c, max / c) : in_interval(L, a, max / c, min / c);
}

static Term constant_fits(Lowering *L, LLVMOpcode opcode, Term a, Term b)
{
    unsigned width = term_sort(L->tm, a).width;
    int64_t max = (int64_t)greatest_signed(width), min = -max - 1;
    bool is_left = term_is_const(L->tm, a);
    int64_t c = signed_value(L, is_left ? a : b);
    CHECK(c >= min && c <= max);
    switch ((int)opcode) {
    case LLVMAdd: return sum_fits(L, is_left ? b : a, c, min, max);
    case LLVMSub:
        if (is_left) return difference_fits(L, c, b, min, max);
        return c == min ? in_interval(L, a, min, -1) : sum_fits(L, a, -c, min, max);
    case LLVMMul: return product_fits(L, is_left ? b : a, c, min, max);
    }
    return TERM_NONE;
}

/* ---- of two variables ---- */

/* Twice as wide, where that can be said; a sum needs one bit only. */
static Term wide_fits(Lowering *L, LLVMOpcode opcode, Term a, Term b)
{
    TermManager *tm = L->tm;
    unsigned width = term_sort(tm, a).width, wide = opcode == LLVMMul ? 2 * width : width + 1;
    CHECK(wide <= 64);
    Term x = term_sext(tm, a, wide), y = term_sext(tm, b, wide);
    Term exact = opcode == LLVMMul   ? term_binary(tm, TERM_MUL, x, y)
                 : opcode == LLVMAdd ? term_add(tm, x, y)
                                     : term_sub(tm, x, y);
    return term_eq(tm, exact, term_sext(tm, term_extract(tm, exact, 0, width), wide));
}

static Term is_negative(Lowering *L, Term t)
{
    return term_binary(L->tm, TERM_SLT, t, term_bv(L->tm, term_sort(L->tm, t).width, 0));
}

/* Of 64 bits: a sum overflows when both operands have one sign and the result has the other; a product when dividing
 * it by one operand does not give the other, or that division overflows itself. */
static Term long_fits(Lowering *L, LLVMOpcode opcode, Term a, Term b)
{
    TermManager *tm = L->tm;
    unsigned width = term_sort(tm, a).width;
    Term zero = term_bv(tm, width, 0), min = term_bv(tm, width, least_signed(width)),
         minus = term_bv(tm, width, UINT64_MAX);
    if (opcode == LLVMMul) {
        Term back = term_eq(tm, term_binary(tm, TERM_SDIV, term_binary(tm, TERM_MUL, a, b), a), b);
        Term wraps = term_and(tm, term_eq(tm, a, minus), term_eq(tm, b, min));
        return term_or(tm, term_eq(tm, a, zero), term_and(tm, back, term_not(tm, wraps)));
    }
    Term result = opcode == LLVMAdd ? term_add(tm, a, b) : term_sub(tm, a, b);
    Term other = opcode == LLVMAdd ? is_negative(L, b) : term_not(tm, is_negative(L, b));
    Term keeps = term_eq(tm, is_negative(L, result), is_negative(L, a));
    return term_or(tm, term_ne(tm, is_negative(L, a), other), keeps);
}

static Term result_fits(Lowering *L, LLVMOpcode opcode, Term a, Term b)
{
    unsigned width = term_sort(L->tm, a).width;
    CHECK(sort_same(term_sort(L->tm, a), term_sort(L->tm, b)));
    if (term_is_const(L->tm, a) || term_is_const(L->tm, b)) return constant_fits(L, opcode, a, b);
    bool is_wide = opcode == LLVMMul ? width <= 32 : width < 64;
    return is_wide ? wide_fits(L, opcode, a, b) : long_fits(L, opcode, a, b);
}

/* ---- the operations ---- */

static Term quotient_fits(Lowering *L, Term a, Term b)
{
    unsigned width = term_sort(L->tm, a).width;
    Term is_least = term_eq(L->tm, a, term_bv(L->tm, width, least_signed(width)));
    return term_not(L->tm, term_and(L->tm, is_least, term_eq(L->tm, b, term_bv(L->tm, width, UINT64_MAX))));
}

/* The compiler's check of a left shift compares the amount with the width first, which it does of signed ones only. */
static bool has_shift_check(Lowering *L, LLVMValueRef amount)
{
    unsigned kind = LLVMGetMDKindIDInContext(L->context, "nosanitize", (unsigned)strlen("nosanitize"));
    if (!LLVMIsAInstruction(amount)) return false; /* a constant: shared by all its users */
    for (LLVMUseRef u = LLVMGetFirstUse(amount); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) && LLVMIsAICmpInst(user) && LLVMGetMetadata(user, kind)) return true;
    }
    return false;
}

static void check_shift(Lowering *L, LLVMValueRef instruction, Term b)
{
    Term in_range = below_term(L, b, term_sort(L->tm, b).width);
    if (has_shift_check(L, LLVMGetOperand(instruction, 1)))
        condition_require(L, in_range, PROPERTY_NO_OVERFLOW, "a shift by the width or more");
    else if (term_is_false(L->tm, in_range)) /* signed or not: that cannot be seen */
        emit_limit(L, TERM_NONE, lower_reason(L, "a shift by the width or more"));
}

bool overflow_is_examined(Lowering *L, LLVMValueRef instruction)
{
    if (!property_is_asked(L, PROPERTY_NO_OVERFLOW)) return false;
    switch ((int)LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul: return LLVMGetNSW(instruction);
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMShl: return true;
    }
    return false;
}

void overflow_check(Lowering *L, LLVMValueRef instruction, Term a, Term b)
{
    if (!overflow_is_examined(L, instruction) || term_sort(L->tm, a).kind != SORT_BV) return;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    switch ((int)opcode) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        condition_require(L, result_fits(L, opcode, a, b), PROPERTY_NO_OVERFLOW,
                          opcode == LLVMAdd   ? "a sum overflows"
                          : opcode == LLVMSub ? "a difference overflows"
                                              : "a product overflows");
        return;
    case LLVMSDiv:
    case LLVMSRem: condition_require(L, quotient_fits(L, a, b), PROPERTY_NO_OVERFLOW, "a quotient overflows"); return;
    case LLVMShl: check_shift(L, instruction, b); return;
    }
}

void overflow_check_constants(Lowering *L, LLVMValueRef instruction)
{
    for (int i = 0; property_is_asked(L, PROPERTY_NO_OVERFLOW) && i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (LLVMIsPoison(operand) && LLVMGetTypeKind(LLVMTypeOf(operand)) == LLVMIntegerTypeKind)
            lower_refuse(L, "a constant expression that overflows, or divides by 0, is not supported; correct it");
    }
}

Term overflow_absolute(Lowering *L, Term x, bool is_undefined)
{
    Sort sort = term_sort(L->tm, x);
    Term zero = term_const(L->tm, sort, 0);
    if (is_undefined && property_is_asked(L, PROPERTY_NO_OVERFLOW) && sort.kind == SORT_BV) {
        origin_refuse(L, L->pos, "absolute values are not looked at natively");
        condition_require(L, term_ne(L->tm, x, term_bv(L->tm, sort.width, least_signed(sort.width))),
                          PROPERTY_NO_OVERFLOW, "an absolute value overflows");
    }
    return term_ite(L->tm, term_binary(L->tm, TERM_SLT, x, zero), term_neg(L->tm, x), x);
}

void overflow_trap(Lowering *L) { emit_violation(L, TERM_NONE, PROPERTY_NO_OVERFLOW, "a left shift overflows"); }
