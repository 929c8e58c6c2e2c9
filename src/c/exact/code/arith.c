#include "c/exact/code/arith.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/code/overflow.h"
#include "c/exact/library/assembly.h"
#include "c/exact/library/float.h"
#include "c/exact/memory/address.h"
#include "c/exact/memory/literal.h"
#include "c/exact/memory/operand.h"
#include "c/exact/memory/slot.h"
#include "c/exact/model/action.h"
#include "c/exact/model/bound.h"
#include "c/exact/model/emit.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/frame_check.h"
#include "c/exact/model/names.h"
#include "c/exact/model/outside.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"
#include "logic/term/compare.h"

static bool is_bool(Lowering *L, Term t) { return term_sort(L->tm, t).kind == SORT_BOOL; }

/* ---- arithmetic ---- */

static Term bool_binary(Lowering *L, LLVMOpcode opcode, Term a, Term b)
{
    switch (opcode) {
    case LLVMAnd:
    case LLVMMul: return term_and(L->tm, a, b);
    case LLVMOr: return term_or(L->tm, a, b);
    case LLVMXor:
    case LLVMAdd:
    case LLVMSub: return term_ne(L->tm, a, b);
    default: lower_refuse(L, "this operation on one-bit integers is not supported; use a wider type");
    }
}

/* Dividing by zero is undefined: such executions are not examined. */
static void divisor_condition(Lowering *L, Term b)
{
    CHECK(term_sort(L->tm, b).kind == SORT_BV);
    Term zero = term_bv(L->tm, term_sort(L->tm, b).width, 0);
    Term condition = term_ne(L->tm, b, zero);
    if (term_is_true(L->tm, condition)) return;
    SourcePos pos = {L->pos.file, L->pos.line, 0};
    diag_assume(L->run, SEVERITY_NOTE, pos, (Assumption){"no division by 0", NULL},
                "the divisor is assumed not to be 0 (dividing by 0 is undefined and not examined)");
    condition_add(L, condition);
}

static Term division(Lowering *L, TermKind kind, Term a, Term b)
{
    divisor_condition(L, b);
    return term_binary(L->tm, kind, a, b);
}

/* A shift by the width or more is undefined and differs from machine to machine: the result is arbitrary. */
static Term shift_term(Lowering *L, TermKind kind, Term a, Term b)
{
    Sort sort = term_sort(L->tm, a);
    CHECK(sort.kind == SORT_BV && sort_same(sort, term_sort(L->tm, b)));
    Term in_range = below_term(L, b, sort.width);
    Term shifted = term_binary(L->tm, kind, a, b);
    if (term_is_true(L->tm, in_range)) return shifted;
    return term_ite(L->tm, in_range, shifted, fresh_input(L, sort, "overshift"));
}

static Term bv_binary(Lowering *L, LLVMOpcode opcode, Term a, Term b)
{
    switch (opcode) {
    case LLVMAdd: return term_add(L->tm, a, b);
    case LLVMSub: return term_sub(L->tm, a, b);
    case LLVMMul: return term_binary(L->tm, TERM_MUL, a, b);
    case LLVMUDiv: return division(L, TERM_UDIV, a, b);
    case LLVMSDiv: return division(L, TERM_SDIV, a, b);
    case LLVMURem: return division(L, TERM_UREM, a, b);
    case LLVMSRem: return division(L, TERM_SREM, a, b);
    case LLVMShl: return shift_term(L, TERM_SHL, a, b);
    case LLVMLShr: return shift_term(L, TERM_LSHR, a, b);
    case LLVMAShr: return shift_term(L, TERM_ASHR, a, b);
    case LLVMAnd: return term_binary(L->tm, TERM_BVAND, a, b);
    case LLVMOr: return term_binary(L->tm, TERM_BVOR, a, b);
    case LLVMXor: return term_binary(L->tm, TERM_BVXOR, a, b);
    default: lower_refuse(L, "this operation is not supported; use integers");
    }
}

static Term binary_term(Lowering *L, LLVMValueRef instruction)
{
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    Val x = operand_val(L, LLVMGetOperand(instruction, 0)), y = operand_val(L, LLVMGetOperand(instruction, 1));
    if (opcode == LLVMSub && val_is_address(&x) && val_is_address(&y)) return address_difference(L, &x, &y);
    Term a = operand_term(L, LLVMGetOperand(instruction, 0)), b = operand_term(L, LLVMGetOperand(instruction, 1));
    CHECK(sort_same(term_sort(L->tm, a), term_sort(L->tm, b)));
    overflow_check(L, instruction, a, b);
    return is_bool(L, a) ? bool_binary(L, opcode, a, b) : bv_binary(L, opcode, a, b);
}

/* ---- comparisons ---- */

/* Equality, seen through "c ? k1 : k2 == k3", which is how C's truth values look. */
static Term equality(Lowering *L, Term a, Term b)
{
    if (term_is_const(L->tm, a)) {
        Term t = a;
        a = b;
        b = t;
    }
    if (term_kind(L->tm, a) == TERM_ITE && term_is_const(L->tm, b) && !is_bool(L, a)) {
        Term x = term_arg(L->tm, a, 1), y = term_arg(L->tm, a, 2);
        if (term_is_const(L->tm, x) && term_is_const(L->tm, y))
            return term_ite(L->tm, term_arg(L->tm, a, 0), term_eq(L->tm, x, b), term_eq(L->tm, y, b));
    }
    return term_eq(L->tm, a, b);
}

Term truth_term(Lowering *L, Term t)
{
    if (is_bool(L, t)) return t;
    return term_not(L->tm, equality(L, t, term_bv(L->tm, term_sort(L->tm, t).width, 0)));
}

static Term comparison(Lowering *L, LLVMIntPredicate predicate, Term a, Term b)
{
    TermManager *tm = L->tm;
    CHECK(sort_same(term_sort(tm, a), term_sort(tm, b)));
    switch (predicate) {
    case LLVMIntEQ: return equality(L, a, b);
    case LLVMIntNE: return term_not(tm, equality(L, a, b));
    case LLVMIntUGT: return term_binary(tm, TERM_ULT, b, a);
    case LLVMIntUGE: return term_binary(tm, TERM_ULE, b, a);
    case LLVMIntULT: return term_binary(tm, TERM_ULT, a, b);
    case LLVMIntULE: return term_binary(tm, TERM_ULE, a, b);
    case LLVMIntSGT: return term_binary(tm, TERM_SLT, b, a);
    case LLVMIntSGE: return term_binary(tm, TERM_SLE, b, a);
    case LLVMIntSLT: return term_binary(tm, TERM_SLT, a, b);
    case LLVMIntSLE: return term_binary(tm, TERM_SLE, a, b);
    }
    lower_refuse(L, "this comparison is not supported; use integers");
}

static bool is_null(Lowering *L, const Val *v)
{
    return v->kind == VAL_TERM && term_is_const(L->tm, v->terms[0]) && term_value(L->tm, v->terms[0]) == 0;
}

/* Whether two addresses are equal: -1 = not known. */
static int same_address(Lowering *L, const Val *a, const Val *b)
{
    if (a->kind == VAL_ADDRESS || b->kind == VAL_ADDRESS) return -1;
    if (is_null(L, a) || is_null(L, b)) return 0;
    if (a->kind == VAL_FUNCTION && b->kind == VAL_FUNCTION) return a->function == b->function;
    if (a->kind != VAL_POINTER || b->kind != VAL_POINTER) return -1;
    if (L->objects.data[a->object].kind == OBJECT_HEAP || L->objects.data[b->object].kind == OBJECT_HEAP)
        return -1; /* one may be where the other was */
    if (a->object != b->object &&
        literals_may_share(L->objects.data[a->object].value, L->objects.data[b->object].value))
        return -1;
    if (a->object != b->object) return a->offset == 0 && b->offset == 0 && !a->count && !b->count ? 0 : -1;
    return a->count || b->count ? -1 : a->offset == b->offset;
}

/* An integer that is compared with an address may be NULL there, before it keeps one. */
static void follow_number(Lowering *L, const Val *v)
{
    if (v->kind == VAL_TERM && slot_follow_number(L, v->terms[0])) longjmp(L->restart, 1);
}

static Term icmp_term(Lowering *L, LLVMValueRef instruction)
{
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(instruction);
    LLVMValueRef x = LLVMGetOperand(instruction, 0), y = LLVMGetOperand(instruction, 1);
    Val a = operand_val(L, x), b = operand_val(L, y);
    if (val_is_address(&a) || val_is_address(&b)) {
        int same = predicate == LLVMIntEQ || predicate == LLVMIntNE ? same_address(L, &a, &b) : -1;
        follow_number(L, &a);
        follow_number(L, &b);
        if (same < 0) return address_compare(L, predicate, &a, &b);
        return term_bool(L->tm, (predicate == LLVMIntEQ) == (same == 1));
    }
    Term s = operand_term(L, x), t = operand_term(L, y);
    if (is_bool(L, s) && predicate != LLVMIntEQ && predicate != LLVMIntNE)
        lower_refuse(L, "this comparison of one-bit integers is not supported; use a wider type");
    return comparison(L, predicate, s, t);
}

/* ---- casts ---- */

static Term truncation(Lowering *L, LLVMValueRef operand, Term t, Sort to)
{
    Sort from = term_sort(L->tm, t);
    CHECK(from.kind == SORT_BV && (to.kind == SORT_BOOL ? from.width > 1 : to.width < from.width));
    if (to.kind != SORT_BOOL) return term_extract(L->tm, t, 0, to.width);
    if (term_kind(L->tm, t) == TERM_ITE && term_is_const(L->tm, term_arg(L->tm, t, 1)) &&
        term_is_const(L->tm, term_arg(L->tm, t, 2)))
        return term_ite(L->tm, term_arg(L->tm, t, 0), term_bool(L->tm, term_value(L->tm, term_arg(L->tm, t, 1)) & 1),
                        term_bool(L->tm, term_value(L->tm, term_arg(L->tm, t, 2)) & 1));
    /* A _Bool in memory is 0 or 1. */
    if (from.width == 8 && LLVMIsALoadInst(operand)) return term_ne(L->tm, t, term_bv(L->tm, 8, 0));
    return term_ne(L->tm, term_extract(L->tm, t, 0, 1), term_bv(L->tm, 1, 0));
}

static Term extension(Lowering *L, Term t, Sort to, bool is_signed)
{
    CHECK(to.kind == SORT_BV && (is_bool(L, t) || term_sort(L->tm, t).width < to.width));
    if (is_bool(L, t))
        return term_ite(L->tm, t, term_bv(L->tm, to.width, is_signed ? UINT64_MAX : 1), term_bv(L->tm, to.width, 0));
    return is_signed ? term_sext(L->tm, t, to.width) : term_zext(L->tm, t, to.width);
}

static Val cast_val(Lowering *L, LLVMValueRef instruction, LLVMOpcode opcode)
{
    LLVMValueRef operand = LLVMGetOperand(instruction, 0);
    Val v = operand_val(L, operand);
    Sort to = type_sort(L, LLVMTypeOf(instruction));
    bool is_same = sort_same(to, type_sort(L, LLVMTypeOf(operand)));
    if (opcode == LLVMBitCast && is_same) return v;
    /* An address in an integer is still an address: integers are only moved about, compared, and subtracted. */
    bool may_be_address = val_is_address(&v) || v.kind == VAL_ADDRESS; /* null only, or not known yet in this pass */
    if ((opcode == LLVMPtrToInt || opcode == LLVMIntToPtr) && is_same && may_be_address) return v;
    Term t = operand_term(L, operand);
    switch (opcode) {
    case LLVMTrunc: return val_term(truncation(L, operand, t, to));
    case LLVMZExt: return val_term(extension(L, t, to, false));
    case LLVMSExt: return val_term(extension(L, t, to, true));
    case LLVMPtrToInt:
    case LLVMIntToPtr: {
        unsigned from = term_sort(L->tm, t).width;
        return val_term(from > to.width ? term_extract(L->tm, t, 0, to.width) : term_zext(L->tm, t, to.width));
    }
    default: lower_refuse(L, "this conversion is not supported; use integers");
    }
}

/* ---- the rest ---- */

static Val select_val(Lowering *L, LLVMValueRef instruction)
{
    Term c = operand_term(L, LLVMGetOperand(instruction, 0));
    LLVMValueRef x = LLVMGetOperand(instruction, 1), y = LLVMGetOperand(instruction, 2);
    CHECK(is_bool(L, c) && LLVMTypeOf(x) == LLVMTypeOf(y));
    if (term_is_const(L->tm, c)) return operand_val(L, term_is_true(L->tm, c) ? x : y);
    Val a = operand_val(L, x), b = operand_val(L, y);
    if (val_is_address(&a) || val_is_address(&b)) return address_select(L, c, &a, &b);
    return val_term(term_ite(L->tm, c, operand_term(L, x), operand_term(L, y)));
}

static Val extract_val(Lowering *L, LLVMValueRef instruction)
{
    Val pair = operand_val(L, LLVMGetOperand(instruction, 0));
    if (pair.kind == VAL_NONE) /* its elements are not used */
        return pair;
    if (pair.kind != VAL_PAIR || LLVMGetNumIndices(instruction) != 1)
        lower_refuse(L, "a struct passed by value is not supported; pass its members");
    CHECK(LLVMGetIndices(instruction)[0] < 2);
    return pair_element(&pair, LLVMGetIndices(instruction)[0]);
}

Val overflow_val(Lowering *L, const char *operation, Term a, Term b)
{
    TermManager *tm = L->tm;
    unsigned width = term_sort(tm, a).width;
    bool is_signed = operation[0] == 's', is_mul = strncmp(operation + 1, "mul", 3) == 0;
    unsigned wide = is_mul ? 2 * width : width + 1;
    if (wide > 64) lower_refuse(L, "arithmetic with overflow check of %u bits is not supported; use 32 bits", width);
    CHECK(sort_same(term_sort(tm, a), term_sort(tm, b)) && (operation[0] == 's' || operation[0] == 'u'));
    Term x = is_signed ? term_sext(tm, a, wide) : term_zext(tm, a, wide);
    Term y = is_signed ? term_sext(tm, b, wide) : term_zext(tm, b, wide);
    Term exact = is_mul                                  ? term_binary(tm, TERM_MUL, x, y)
                 : strncmp(operation + 1, "add", 3) == 0 ? term_add(tm, x, y)
                                                         : term_sub(tm, x, y);
    Term result = term_extract(tm, exact, 0, width);
    Term back = is_signed ? term_sext(tm, result, wide) : term_zext(tm, result, wide);
    return val_pair(result, term_ne(tm, exact, back));
}

static bool may_be_program(const Val *v)
{
    return val_is_address(v) && (v->kind != VAL_ADDRESS || !outside_is_all(v->targets));
}

/* Arithmetic on an address that C leaves open: any number, which nobody can use as an address again, and which a
 * counterexample must not need. */
static bool is_number_of_address(Lowering *L, LLVMValueRef instruction, LLVMOpcode opcode)
{
    bool is_cast = opcode == LLVMTrunc || opcode == LLVMPtrToInt || opcode == LLVMZExt || opcode == LLVMSExt;
    if (memory_is_asked(L) || (!is_cast && !LLVMIsABinaryOperator(instruction))) return false;
    if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMIntegerTypeKind) return false;
    if (is_cast && LLVMGetIntTypeWidth(LLVMTypeOf(instruction)) == L->pointer_width) return false;
    Val a = operand_val(L, LLVMGetOperand(instruction, 0));
    Val b = is_cast ? val_none() : operand_val(L, LLVMGetOperand(instruction, 1));
    if (opcode == LLVMSub && val_is_address(&a) && val_is_address(&b)) return false;
    return may_be_program(&a) || may_be_program(&b);
}

static void lower_number_of_address(Lowering *L, LLVMValueRef instruction)
{
    facts_note_numbers(L);
    operands_retire(L, instruction);
    Step step = {.approximate = "numbers that are computed from addresses are arbitrary"};
    action_emit(L, &step);
    Sort sort = type_sort(L, LLVMTypeOf(instruction));
    value_bind(L, L->frame, instruction, val_term(unknown_input(L, sort, "number")));
}

/* An arbitrary result keeps every behaviour but the overflow itself, which would be missed. */
static void require_no_examination(Lowering *L, LLVMValueRef instruction, const char *what)
{
    if (overflow_is_examined(L, instruction)) lower_refuse(L, "overflow of arithmetic with %s is not examined", what);
}

bool lower_pure(Lowering *L, LLVMValueRef instruction)
{
    Val v;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    if (is_assembly_result(instruction)) {
        lower_assembly_result(L, instruction);
        return true;
    }
    if (is_wide_operation(instruction)) {
        require_no_examination(L, instruction, "integers of 128 bits");
        lower_wide(L, instruction);
        return true;
    }
    if (is_number_of_address(L, instruction, opcode)) {
        require_no_examination(L, instruction, "numbers made of addresses");
        lower_number_of_address(L, instruction);
        return true;
    }
    switch ((int)opcode) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: v = val_term(binary_term(L, instruction)); break;
    case LLVMICmp: v = val_term(icmp_term(L, instruction)); break;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast: v = cast_val(L, instruction, opcode); break;
    case LLVMSelect: v = select_val(L, instruction); break;
    case LLVMGetElementPtr: v = gep_val(L, instruction); break;
    case LLVMExtractValue: v = extract_val(L, instruction); break;
    case LLVMFreeze: v = operand_val(L, LLVMGetOperand(instruction, 0)); break;
    case LLVMFNeg:
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFCmp:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt: lower_float(L, instruction); return true;
    default: return false;
    }
    CHECK(value_fits(L, &v, LLVMTypeOf(instruction)));
    operands_retire(L, instruction);
    value_bind(L, L->frame, instruction, v);
    return true;
}
