#include "c/exact/library/room.h"

#include <stdbool.h>

static bool is_element_address(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

static bool is_character(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 8;
}

/* The length of an array of characters; 0: the type is no such array, or one that may be the beginning of more. */
static uint64_t text_length(LLVMTypeRef type)
{
    bool is_text = LLVMGetTypeKind(type) == LLVMArrayTypeKind && is_character(LLVMGetElementType(type));
    return is_text && LLVMGetArrayLength2(type) > 1 ? LLVMGetArrayLength2(type) : 0;
}

/* `&a[k]`, or `a` itself, inside of what the address before points to. */
uint64_t text_room(LLVMValueRef pointer)
{
    unsigned n = is_element_address(pointer) ? (unsigned)LLVMGetNumOperands(pointer) : 0;
    if (n < 3 || !LLVMIsAConstantInt(LLVMGetOperand(pointer, 1)) || !LLVMIsNull(LLVMGetOperand(pointer, 1)))
        return NO_ROOM_KNOWN;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    for (unsigned i = 2; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(pointer, i);
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        uint64_t length = text_length(type);
        if (i + 1 == n && length) {
            uint64_t k = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : 0;
            return k < length ? length - k : NO_ROOM_KNOWN;
        }
        if (!is_struct && LLVMGetTypeKind(type) != LLVMArrayTypeKind) return NO_ROOM_KNOWN;
        type = is_struct ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index))
                         : LLVMGetElementType(type);
    }
    return text_length(type) ? text_length(type) : NO_ROOM_KNOWN;
}
