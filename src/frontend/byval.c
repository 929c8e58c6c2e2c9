#include "frontend/byval.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <string.h>

static unsigned attribute_kind(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

LLVMTypeRef byval_type(LLVMValueRef call, unsigned k)
{
    LLVMAttributeRef attribute = LLVMGetCallSiteEnumAttribute(call, k + 1, attribute_kind("byval"));
    return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* Whether the compiler has made the copy, for this call only. */
static bool is_copy(LLVMValueRef argument)
{
    size_t length = 0;
    const char *name = LLVMIsAAllocaInst(argument) ? LLVMGetValueName2(argument, &length) : "";
    return strncmp(name, "agg.tmp", 7) == 0 || strncmp(name, "byval-temp", 10) == 0;
}

static void make_copy(LLVMBuilderRef builder, LLVMValueRef call, unsigned k, LLVMTypeRef type)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMValueRef copy = LLVMBuildAlloca(builder, type, "agg.tmp.copy");
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMTypeRef size_type = LLVMIntPtrTypeInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)), layout);
    LLVMValueRef size = LLVMConstInt(size_type, LLVMABISizeOfType(layout, type), false);
    LLVMBuildMemCpy(builder, copy, LLVMGetAlignment(copy), LLVMGetOperand(call, k), 1, size);
    LLVMSetOperand(call, k, copy);
}

static void copy_arguments(LLVMBuilderRef builder, LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < n; k++) {
        LLVMTypeRef type = byval_type(call, k);
        if (type && !is_copy(LLVMGetOperand(call, k))) make_copy(builder, call, k, type);
    }
}

void byval_make_copies(LLVMModuleRef module)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i)) copy_arguments(builder, i);
    LLVMDisposeBuilder(builder);
}
