#include "c/library/ceiling.h"

#include <string.h>

#define SETTER "pthread_mutexattr_setprotocol"
#define PRIO_INHERIT 1u /* in glibc; PTHREAD_PRIO_NONE is 0 */

static bool is_setter(LLVMValueRef callee)
{
    size_t n;
    return callee && LLVMIsAFunction(callee) && strcmp(LLVMGetValueName2(callee, &n), SETTER) == 0;
}

bool ceiling_is_set(LLVMValueRef call)
{
    if (!is_setter(LLVMGetCalledValue(call)) || LLVMGetNumArgOperands(call) != 2) return false;
    LLVMValueRef protocol = LLVMGetOperand(call, 1);
    return !LLVMIsAConstantInt(protocol) || LLVMConstIntGetZExtValue(protocol) > PRIO_INHERIT;
}

LLVMValueRef ceiling_find(LLVMModuleRef module)
{
    LLVMValueRef setter = LLVMGetNamedFunction(module, SETTER);
    if (!setter || !LLVMIsDeclaration(setter)) return NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(setter); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != setter || ceiling_is_set(user)) return user;
    }
    return NULL;
}
