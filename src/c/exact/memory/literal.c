#include "c/exact/memory/literal.h"

/* The elements of a literal's array: 0: it is none. */
static unsigned literal_length(LLVMValueRef global)
{
    bool is_mergeable = global && LLVMIsAGlobalVariable(global) && LLVMIsGlobalConstant(global) &&
                        LLVMGetUnnamedAddress(global) == LLVMGlobalUnnamedAddr && LLVMGetInitializer(global);
    if (!is_mergeable) return 0;
    LLVMValueRef value = LLVMGetInitializer(global);
    bool is_text = LLVMIsAConstantDataArray(value) || LLVMIsAConstantAggregateZero(value);
    LLVMTypeRef type = LLVMTypeOf(value);
    if (!is_text || LLVMGetTypeKind(type) != LLVMArrayTypeKind) return 0;
    return LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind ? LLVMGetArrayLength(type) : 0;
}

static LLVMValueRef element(LLVMValueRef global, unsigned i)
{
    LLVMValueRef value = LLVMGetInitializer(global);
    return LLVMGetAggregateElement(value, i);
}

/* Whether the one literal is the end of the other, or all of it. */
static bool is_end_of(LLVMValueRef end, LLVMValueRef whole)
{
    unsigned n = literal_length(end), m = literal_length(whole);
    if (!n || n > m) return false;
    for (unsigned i = 0; i < n; i++)
        if (element(end, i) != element(whole, m - n + i)) return false; /* constants are unique */
    return true;
}

bool literals_may_share(LLVMValueRef a, LLVMValueRef b) { return is_end_of(a, b) || is_end_of(b, a); }
