#include "c/compile/volatile.h"

#include <stdbool.h>
#include <stdint.h>

#include <llvm-c/Target.h>

#include "base/diag.h"
#include "c/compile/source.h"

/* Whether it does. */
static bool relax(LLVMTargetDataRef layout, LLVMValueRef access)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind && kind != LLVMFloatTypeKind &&
        kind != LLVMDoubleTypeKind)
        return false;
    uint64_t bits = LLVMSizeOfTypeInBits(layout, type);
    if (bits < 8 || bits > 8 * LLVMPointerSize(layout) || bits & (bits - 1) || LLVMGetAlignment(access) < bits / 8)
        return false;
    LLVMSetOrdering(access, LLVMAtomicOrderingMonotonic);
    return true;
}

void volatile_relax(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count)
{
    LLVMValueRef first = NULL;
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                bool is_access = LLVMIsALoadInst(i) || LLVMIsAStoreInst(i);
                if (is_access && LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic &&
                    relax(layout, i) && !first)
                    first = i;
            }
    if (!first) return;
    diag_assume(run, SEVERITY_NOTE, sources_pos(sources_new(run, paths, count), first),
                (Assumption){"volatile accesses are made at once, in relaxed order", NULL},
                "volatile accesses are taken for atomic ones, in relaxed order (--volatile)");
}
