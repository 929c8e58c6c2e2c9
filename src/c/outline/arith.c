#include "c/outline/arith.h"

#include "base/check.h"
#include "c/outline/emit.h"
#include "c/outline/value.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

static bool is_bool(Outline *o, Term t) { return term_sort(o->tm, t).kind == SORT_BOOL; }

/* Where C leaves the result open it is any value. */
static Term guarded(Outline *o, Term is_defined, Term result)
{
    if (term_is_true(o->tm, is_defined)) return result;
    return term_ite(o->tm, is_defined, result, outline_any(o, term_sort(o->tm, result)));
}

static Term guarded_division(Outline *o, TermKind kind, Term a, Term b)
{
    Term zero = term_bv(o->tm, term_sort(o->tm, b).width, 0);
    return guarded(o, term_ne(o->tm, b, zero), term_binary(o->tm, kind, a, b));
}

static Term guarded_shift(Outline *o, TermKind kind, Term a, Term b)
{
    unsigned width = term_sort(o->tm, a).width;
    Term limit = term_bv(o->tm, width, width);
    return guarded(o, term_binary(o->tm, TERM_ULT, b, limit), term_binary(o->tm, kind, a, b));
}

static Term abstract_bool_binary(Outline *o, LLVMOpcode opcode, Term a, Term b)
{
    switch ((int)opcode) {
    case LLVMAnd:
    case LLVMMul: return term_and(o->tm, a, b);
    case LLVMOr: return term_or(o->tm, a, b);
    case LLVMXor:
    case LLVMAdd:
    case LLVMSub: return term_ne(o->tm, a, b);
    default: return TERM_NONE;
    }
}

static Term abstract_binary(Outline *o, LLVMOpcode opcode, Term a, Term b)
{
    if (is_bool(o, a)) return abstract_bool_binary(o, opcode, a, b);
    switch ((int)opcode) {
    case LLVMAdd: return term_add(o->tm, a, b);
    case LLVMSub: return term_sub(o->tm, a, b);
    case LLVMMul: return term_binary(o->tm, TERM_MUL, a, b);
    case LLVMUDiv: return guarded_division(o, TERM_UDIV, a, b);
    case LLVMSDiv: return guarded_division(o, TERM_SDIV, a, b);
    case LLVMURem: return guarded_division(o, TERM_UREM, a, b);
    case LLVMSRem: return guarded_division(o, TERM_SREM, a, b);
    case LLVMShl: return guarded_shift(o, TERM_SHL, a, b);
    case LLVMLShr: return guarded_shift(o, TERM_LSHR, a, b);
    case LLVMAShr: return guarded_shift(o, TERM_ASHR, a, b);
    case LLVMAnd: return term_binary(o->tm, TERM_BVAND, a, b);
    case LLVMOr: return term_binary(o->tm, TERM_BVOR, a, b);
    case LLVMXor: return term_binary(o->tm, TERM_BVXOR, a, b);
    default: return TERM_NONE;
    }
}

static Term abstract_comparison(Outline *o, LLVMIntPredicate predicate, Term a, Term b)
{
    TermManager *tm = o->tm;
    switch (predicate) {
    case LLVMIntEQ: return term_eq(tm, a, b);
    case LLVMIntNE: return term_ne(tm, a, b);
    case LLVMIntUGT: return term_binary(tm, TERM_ULT, b, a);
    case LLVMIntUGE: return term_binary(tm, TERM_ULE, b, a);
    case LLVMIntULT: return term_binary(tm, TERM_ULT, a, b);
    case LLVMIntULE: return term_binary(tm, TERM_ULE, a, b);
    case LLVMIntSGT: return term_binary(tm, TERM_SLT, b, a);
    case LLVMIntSGE: return term_binary(tm, TERM_SLE, b, a);
    case LLVMIntSLT: return term_binary(tm, TERM_SLT, a, b);
    case LLVMIntSLE: return term_binary(tm, TERM_SLE, a, b);
    }
    return TERM_NONE;
}

static Term icmp(Outline *o, LLVMValueRef i)
{
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(i);
    if (!outline_has_sort(LLVMTypeOf(x))) return TERM_NONE;
    Term a = outline_operand(o, x), b = outline_operand(o, y);
    if (is_bool(o, a) && predicate != LLVMIntEQ && predicate != LLVMIntNE) return TERM_NONE;
    return abstract_comparison(o, predicate, a, b);
}

static Term abstract_cast(Outline *o, LLVMValueRef i, LLVMOpcode opcode)
{
    LLVMValueRef operand = LLVMGetOperand(i, 0);
    if (!outline_has_sort(LLVMTypeOf(operand))) return TERM_NONE;
    Term t = outline_operand(o, operand);
    Sort to = outline_sort(LLVMTypeOf(i));
    if (opcode == LLVMTrunc && to.kind == SORT_BOOL)
        return term_ne(o->tm, term_extract(o->tm, t, 0, 1), term_bv(o->tm, 1, 0));
    if (opcode == LLVMTrunc) return term_extract(o->tm, t, 0, to.width);
    if (opcode == LLVMBitCast) return t;
    bool is_signed = opcode == LLVMSExt;
    if (is_bool(o, t))
        return term_ite(o->tm, t, term_bv(o->tm, to.width, is_signed ? UINT64_MAX : 1), term_bv(o->tm, to.width, 0));
    return is_signed ? term_sext(o->tm, t, to.width) : term_zext(o->tm, t, to.width);
}

static Term selection(Outline *o, LLVMValueRef i)
{
    LLVMValueRef condition = LLVMGetOperand(i, 0);
    if (!outline_has_sort(LLVMTypeOf(condition))) return TERM_NONE; /* a vector */
    Term c = outline_operand(o, condition), a = outline_operand(o, LLVMGetOperand(i, 1));
    return term_ite(o->tm, c, a, outline_operand(o, LLVMGetOperand(i, 2)));
}

/* Of what an exchange gives; of other structs nothing is known. */
static Term exchanged_part(Outline *o, LLVMValueRef i)
{
    LLVMValueRef from = LLVMGetOperand(i, 0);
    if (!LLVMIsAAtomicCmpXchgInst(from) || !outline_has_sort(LLVMTypeOf(LLVMGetOperand(from, 1)))) return TERM_NONE;
    return outline_pair(o, from, LLVMGetIndices(i)[0]);
}

static Term computed(Outline *o, LLVMValueRef i, LLVMOpcode opcode)
{
    switch ((int)opcode) {
    case LLVMICmp: return icmp(o, i);
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMBitCast: return abstract_cast(o, i, opcode);
    case LLVMSelect: return selection(o, i);
    case LLVMExtractValue: return exchanged_part(o, i);
    case LLVMFreeze: return outline_operand(o, LLVMGetOperand(i, 0));
    default: break;
    }
    if (!LLVMIsABinaryOperator(i)) return TERM_NONE;
    return abstract_binary(o, opcode, outline_operand(o, LLVMGetOperand(i, 0)),
                           outline_operand(o, LLVMGetOperand(i, 1)));
}

static const char *reason(LLVMValueRef i, LLVMOpcode opcode)
{
    switch ((int)opcode) {
    case LLVMICmp: return "comparisons of addresses have any result";
    case LLVMPtrToInt: return "numbers that are addresses are arbitrary";
    case LLVMFCmp:
    case LLVMFPToSI:
    case LLVMFPToUI: return "results of floating point are arbitrary";
    case LLVMExtractValue: return "members of structs that are passed by value are arbitrary";
    default: return LLVMIsABinaryOperator(i) ? "some arithmetic is arbitrary" : "some values are arbitrary";
    }
}

static bool is_pure(LLVMValueRef i, LLVMOpcode opcode)
{
    return !LLVMIsALoadInst(i) && !LLVMIsAStoreInst(i) && !LLVMIsAAtomicRMWInst(i) && !LLVMIsAAtomicCmpXchgInst(i) &&
           !LLVMIsACallInst(i) && !LLVMIsATerminatorInst(i) && opcode != LLVMPHI && opcode != LLVMVAArg;
}

bool outline_arith(Outline *o, LLVMValueRef i)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    if (!is_pure(i, opcode)) return false;
    if (!outline_has_sort(LLVMTypeOf(i))) return true;
    Term t = computed(o, i, opcode);
    if (!term_is(t)) {
        outline_note(o, reason(i, opcode));
        t = outline_any(o, outline_sort(LLVMTypeOf(i)));
    }
    outline_bind(o, i, 0, t);
    return true;
}

Term outline_exchange(Outline *o, LLVMAtomicRMWBinOp operation, Term a, Term b)
{
    TermManager *tm = o->tm;
    switch (operation) {
    case LLVMAtomicRMWBinOpXchg: return b;
    case LLVMAtomicRMWBinOpAdd: return term_add(tm, a, b);
    case LLVMAtomicRMWBinOpSub: return term_sub(tm, a, b);
    case LLVMAtomicRMWBinOpAnd: return term_binary(tm, TERM_BVAND, a, b);
    case LLVMAtomicRMWBinOpOr: return term_binary(tm, TERM_BVOR, a, b);
    case LLVMAtomicRMWBinOpXor: return term_binary(tm, TERM_BVXOR, a, b);
    case LLVMAtomicRMWBinOpMax: return term_ite(tm, term_binary(tm, TERM_SLT, a, b), b, a);
    case LLVMAtomicRMWBinOpMin: return term_ite(tm, term_binary(tm, TERM_SLT, a, b), a, b);
    case LLVMAtomicRMWBinOpUMax: return term_ite(tm, term_binary(tm, TERM_ULT, a, b), b, a);
    case LLVMAtomicRMWBinOpUMin: return term_ite(tm, term_binary(tm, TERM_ULT, a, b), a, b);
    default: return TERM_NONE;
    }
}
