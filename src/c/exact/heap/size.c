#include "c/exact/heap/size.h"

#include "c/compile/adapted.h"
#include "c/compile/function.h"
#include "c/exact/model/emit.h"
#include "c/exact/memory/object.h"
#include "c/exact/memory/operand.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/values.h"
#include "logic/term/boolean.h"
#include "logic/term/build.h"

/* The number of bytes that a call of malloc or calloc asks for, if it does not ask for too much. */
Term size_requested(Lowering *L, LLVMValueRef call)
{
    Term size = term_bv(L->tm, 64, 1);
    for (unsigned i = heap_first_size(call); i < LLVMGetNumArgOperands(call); i++) {
        Term n = term_zext(L->tm, operand_term(L, LLVMGetOperand(call, i)), 64);
        size = term_binary(L->tm, TERM_MUL, size, n);
    }
    return size;
}

/* Whether a call of malloc or calloc asks for more bytes than are modelled. */
Term size_is_too_much(Lowering *L, LLVMValueRef call)
{
    Term limit = term_bv(L->tm, 64, variable_size(L)), size = term_bv(L->tm, 64, 1), is_large = term_bool(L->tm, false);
    for (unsigned i = heap_first_size(call); i < LLVMGetNumArgOperands(call); i++) {
        Term n = term_zext(L->tm, operand_term(L, LLVMGetOperand(call, i)), 64);
        is_large = term_or(L->tm, is_large, term_binary(L->tm, TERM_ULT, limit, n));
        size = term_binary(L->tm, TERM_MUL, size, n); /* does not wrap when both are within the limit */
    }
    return term_or(L->tm, is_large, term_binary(L->tm, TERM_ULT, limit, size));
}

/* An operand that is constant in this call of its function: also where the function sees to it that it is not too small
 * (`if (size == 0) size = 1;`), and it is not. */
static bool is_constant_here(Lowering *L, LLVMValueRef operand, uint64_t *n)
{
    LLVMValueRef parameter = function_loaded_parameter(operand);
    Term t = operand_term(L, parameter ? parameter : operand);
    *n = term_is_const(L->tm, t) ? term_value(L->tm, t) : 0;
    if (term_is_const(L->tm, t)) return true;
    LLVMValueRef adapted = adapted_parameter(operand);
    Term start = adapted ? operand_term(L, adapted) : TERM_NONE;
    if (!term_is(start) || !term_is_const(L->tm, start)) return false;
    return adapted_value(operand, term_value(L->tm, start), n) && *n == term_value(L->tm, start);
}

/* The constant number of bytes that a call of malloc or calloc asks for; 0 = not constant. */
uint64_t size_constant(Lowering *L, LLVMValueRef call)
{
    uint64_t size = 1;
    for (unsigned i = heap_first_size(call); i < LLVMGetNumArgOperands(call); i++) {
        uint64_t n;
        if (!is_constant_here(L, LLVMGetOperand(call, i), &n)) return 0;
        if (n > INT32_MAX || n * size > INT32_MAX)
            lower_refuse(L, "an allocation of 2^31 bytes or more is not supported; allocate less");
        size *= n;
    }
    return size || deref_is_asked(L) ? size : 1; /* where it is not asked a byte more does no harm */
}
