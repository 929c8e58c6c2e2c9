#include "c/compile/link/counted.h"

#include <stdbool.h>
#include <stddef.h>

/* The variable that the parameter is copied to, if it is only read otherwise; else NULL. */
static LLVMValueRef only_copy(LLVMValueRef parameter)
{
    LLVMUseRef use = LLVMGetFirstUse(parameter);
    LLVMValueRef store = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    LLVMValueRef copy = store && LLVMIsAStoreInst(store) ? LLVMGetOperand(store, 1) : NULL;
    if (!copy || !LLVMIsAAllocaInst(copy) || LLVMGetAllocatedType(copy) != LLVMTypeOf(parameter)) return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(copy); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_read = LLVMIsALoadInst(user) && LLVMTypeOf(user) == LLVMTypeOf(parameter) && !LLVMGetVolatile(user);
        if (user != store && !is_read) return NULL;
    }
    return copy;
}

/* Whether the other parameter is looked at. */
static bool has_readers(LLVMValueRef parameter)
{
    LLVMUseRef use = LLVMGetFirstUse(parameter);
    LLVMValueRef store = use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
    if (!store || !LLVMIsAStoreInst(store)) return use != NULL;
    LLVMUseRef first = LLVMGetFirstUse(LLVMGetOperand(store, 1));
    return first && LLVMGetNextUse(first);
}

void counted_use(LLVMModuleRef program)
{
    LLVMValueRef main = LLVMGetNamedFunction(program, "main");
    if (!main || LLVMIsDeclaration(main) || LLVMCountParams(main) < 2) return;
    LLVMValueRef parameter = LLVMGetParam(main, 0);
    LLVMValueRef copy = has_readers(LLVMGetParam(main, 1)) ? only_copy(parameter) : NULL;
    for (LLVMUseRef u = copy ? LLVMGetFirstUse(copy) : NULL, next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (!LLVMIsALoadInst(user)) continue;
        LLVMReplaceAllUsesWith(user, parameter);
        LLVMInstructionEraseFromParent(user);
    }
}
