#include "c/compile/link/own.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "c/compile/link/known.h"
#include "c/library/prototype.h"

/* ---- flags ---- */

static bool is_defined_for_others(LLVMValueRef function)
{
    LLVMLinkage linkage = LLVMGetLinkage(function);
    return !LLVMIsDeclaration(function) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

void own_flags_add(Run *run, LLVMModuleRef module, OwnFlags *flags)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        const char *name = LLVMGetValueName2(f, &n);
        bool is_own = LLVMIsDeclaration(f) ? !known_fits(f) : is_defined_for_others(f);
        if (is_own && known_function(name)) vec_push(run, flags, run_format(run, "-fno-builtin-%s", name));
    }
}

/* ---- calls that the compiler has made operations ---- */

/* The program's own function; NULL: it has none that takes such operands. */
static LLVMValueRef own_function(LLVMModuleRef module, const char *operation)
{
    static const char *const names[] = {"memset", "memcpy", "memmove"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strncmp(operation, "llvm.", 5) != 0 || strncmp(operation + 5, names[i], strlen(names[i])) != 0) continue;
        if (operation[5 + strlen(names[i])] != '.') continue;
        LLVMValueRef f = LLVMGetNamedFunction(module, names[i]);
        bool fits = f && is_defined_for_others(f) && LLVMCountParams(f) == 3 && known_fits(f);
        return fits ? f : NULL;
    }
    return NULL;
}

static LLVMValueRef cast_to_type(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef type)
{
    bool is_number = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    return is_number ? LLVMBuildIntCast2(builder, value, type, false, "") : value;
}

/* The compiler copies structures of a size that it knows, and so does the machine: they stay what they are. */
static void replace_copy_call(LLVMValueRef call, LLVMValueRef function)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(function)));
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef args[3];
    for (unsigned k = 0; k < 3; k++)
        args[k] = cast_to_type(builder, LLVMGetOperand(call, k), LLVMTypeOf(LLVMGetParam(function, k)));
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, args, 3, "");
    LLVMDisposeBuilder(builder);
    LLVMInstructionEraseFromParent(call);
}

void own_replace_builtins(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        LLVMValueRef function = own_function(module, LLVMGetValueName2(f, &n));
        for (LLVMUseRef u = function ? LLVMGetFirstUse(f) : NULL, next; u; u = next) {
            next = LLVMGetNextUse(u);
            LLVMValueRef call = LLVMGetUser(u);
            bool is_call = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f;
            if (is_call && !LLVMIsAConstantInt(LLVMGetOperand(call, 2))) replace_copy_call(call, function);
        }
    }
}
