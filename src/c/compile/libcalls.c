#include "c/compile/libcalls.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stdbool.h>

typedef LLVMValueRef Build(LLVMBuilderRef builder, LLVMValueRef to, LLVMValueRef what, LLVMValueRef size);

static LLVMValueRef build_memcpy(LLVMBuilderRef builder, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size)
{
    return LLVMBuildMemCpy(builder, to, 1, from, 1, size);
}

static LLVMValueRef build_move(LLVMBuilderRef builder, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size)
{
    return LLVMBuildMemMove(builder, to, 1, from, 1, size);
}

static LLVMValueRef build_set(LLVMBuilderRef builder, LLVMValueRef to, LLVMValueRef value, LLVMValueRef size)
{
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(value)));
    return LLVMBuildMemSet(builder, to, LLVMBuildTrunc(builder, value, byte, ""), size, 1);
}

/* Whether the function is declared as the library declares it; second: the kind of its second parameter. */
static bool is_declared_as_library(LLVMModuleRef module, LLVMValueRef function, LLVMTypeKind second)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function), parameters[3];
    if (!LLVMIsDeclaration(function) || LLVMIsFunctionVarArg(type) || LLVMCountParamTypes(type) != 3) return false;
    LLVMGetParamTypes(type, parameters);
    LLVMTypeRef size = LLVMIntPtrTypeInContext(LLVMGetModuleContext(module), LLVMGetModuleDataLayout(module));
    return LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMPointerTypeKind &&
           LLVMGetTypeKind(parameters[0]) == LLVMPointerTypeKind && LLVMGetTypeKind(parameters[1]) == second &&
           parameters[2] == size;
}

static void replace_calls(LLVMValueRef function, Build *build)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
    for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
        LLVMValueRef call = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function || LLVMGetNumArgOperands(call) != 3)
            continue;
        LLVMValueRef to = LLVMGetOperand(call, 0);
        LLVMPositionBuilderBefore(builder, call);
        LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
        build(builder, to, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2));
        LLVMReplaceAllUsesWith(call, to);
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDisposeBuilder(builder);
}

void libcalls_replace(LLVMModuleRef module)
{
    static const struct {
        const char *name;
        LLVMTypeKind second;
        Build *build;
    } calls[] = {{"memcpy", LLVMPointerTypeKind, build_memcpy},
                 {"memmove", LLVMPointerTypeKind, build_move},
                 {"memset", LLVMIntegerTypeKind, build_set}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(module, calls[i].name);
        if (function && is_declared_as_library(module, function, calls[i].second))
            replace_calls(function, calls[i].build);
    }
}
