#include "c/compile/constant.h"

#include <string.h>

bool constant_bits(LLVMValueRef constant, uint64_t *bits)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(constant));
    *bits = 0;
    if (LLVMIsNull(constant)) return true;
    if (LLVMIsAConstantInt(constant)) {
        *bits = LLVMConstIntGetZExtValue(constant);
        return LLVMGetIntTypeWidth(LLVMTypeOf(constant)) <= 64;
    }
    if (!LLVMIsAConstantFP(constant) || (kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind)) return false;
    LLVMBool loses = false;
    double value = LLVMConstRealGetDouble(constant, &loses);
    float narrow = (float)value;
    if (kind == LLVMFloatTypeKind) {
        uint32_t half;
        memcpy(&half, &narrow, sizeof half);
        *bits = half;
    } else {
        memcpy(bits, &value, sizeof *bits);
    }
    return !loses && value == value; /* which not-a-number it is does not survive */
}

/* LLVM's test takes it for granted that the constant is an array with contents. */
const char *constant_characters(LLVMValueRef constant, size_t *count)
{
    bool is_text = constant && LLVMIsAConstantDataSequential(constant) && LLVMIsConstantString(constant);
    return is_text ? LLVMGetAsString(constant, count) : NULL;
}
