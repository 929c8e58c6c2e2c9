#include "c/exact/library/handler.h"

#include <string.h>

#include "c/compile/intrinsics.h"

#define SA_NODEFER_FLAG 0x40000000u /* of Linux */

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0) return true;
    return false;
}

static bool starts_threads(LLVMModuleRef module)
{
    size_t n;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (LLVMGetFirstUse(f) &&
            intrinsic_find(LLVMGetValueName2(f, &n), !LLVMIsDeclaration(f)) == INTRINSIC_THREAD_CREATE)
            return true;
    return false;
}

/* What stands for the library (runner.h) is no use of the program's. */
static bool is_of_library(LLVMValueRef user)
{
    size_t n;
    if (!LLVMIsAInstruction(user)) return false;
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
    return strncmp(LLVMGetValueName2(function, &n), "chorus.", 7) == 0;
}

/* The instruction that uses the value, if it is the only use. */
static LLVMValueRef only_user(LLVMValueRef value)
{
    LLVMValueRef user = NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        if (is_of_library(LLVMGetUser(u))) continue;
        if (user) return NULL;
        user = LLVMGetUser(u);
    }
    return user && LLVMIsAInstruction(user) ? user : NULL;
}

static bool has_flag(LLVMValueRef value)
{
    if (!LLVMIsAConstantInt(value)) return !LLVMIsAInstruction(value) && !LLVMIsAConstantPointerNull(value);
    return LLVMConstIntGetZExtValue(value) & SA_NODEFER_FLAG;
}

/* Whether some value that is stored may have the flag, or a part of one that is computed. */
static bool mentions_flag(LLVMValueRef i)
{
    if (LLVMIsAStoreInst(i)) {
        LLVMValueRef stored = LLVMGetOperand(i, 0);
        return LLVMGetTypeKind(LLVMTypeOf(stored)) == LLVMIntegerTypeKind && has_flag(stored);
    }
    bool is_or = LLVMIsABinaryOperator(i) && LLVMGetInstructionOpcode(i) == LLVMOr;
    return is_or && (has_flag(LLVMGetOperand(i, 0)) || has_flag(LLVMGetOperand(i, 1)));
}

static bool module_mentions_flag(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (mentions_flag(i)) return true;
    return false;
}

bool handler_comes_alone(LLVMValueRef call, LLVMValueRef function, const char *name)
{
    static const char *const at_exit[] = {"atexit", "on_exit", "at_quick_exit", NULL};
    static const char *const by_value[] = {"signal", "bsd_signal", "ssignal", NULL};
    if (is_one_of(name, at_exit) || strcmp(name, "fts_open") == 0) return true;
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    LLVMValueRef number = LLVMGetNumArgOperands(call) > 0 ? LLVMGetOperand(call, 0) : NULL;
    if (!number || !LLVMIsAConstantInt(number) || !only_user(function) || starts_threads(module)) return false;
    if (is_one_of(name, by_value)) return true;
    return strcmp(name, "sigaction") == 0 && only_user(LLVMGetCalledValue(call)) && !module_mentions_flag(module);
}
