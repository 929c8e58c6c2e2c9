#include "c/compile/volatile.h"

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Target.h>

static void relax(LLVMTargetDataRef layout, LLVMValueRef access)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind && kind != LLVMFloatTypeKind &&
        kind != LLVMDoubleTypeKind)
        return;
    uint64_t bits = LLVMSizeOfTypeInBits(layout, type);
    if (bits < 8 || bits > 8 * LLVMPointerSize(layout) || bits & (bits - 1) || LLVMGetAlignment(access) < bits / 8)
        return;
    LLVMSetOrdering(access, LLVMAtomicOrderingMonotonic);
}

void volatile_relax(LLVMModuleRef module)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                bool is_access = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
                if (is_access && LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic)
                    relax(layout, i);
            }
}
