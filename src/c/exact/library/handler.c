#include "c/exact/library/handler.h"

#include <string.h>

#include "c/compile/intrinsics.h"

#define SA_NODEFER_FLAG 0x40000000u /* of Linux */
#define SA_FLAGS_MEMBER 2u          /* of struct sigaction in glibc */

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0) return true;
    return false;
}

/* Whether the program uses one of the functions of the names. */
static bool uses_one_of(LLVMModuleRef module, const char *const *names)
{
    for (; *names; names++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, *names);
        if (f && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

/* Whether there may be several threads, some of the library's own. */
static bool has_threads(LLVMModuleRef module)
{
    static const char *const names[] = {"timer_create", "mq_notify",    "aio_read",    "aio_write", "aio_fsync",
                                        "lio_listio",   "aio_read64",   "aio_write64", "clone",     "getaddrinfo_a",
                                        "aio_fsync64",  "lio_listio64", NULL};
    return intrinsic_is_used(module, INTRINSIC_THREAD_CREATE) || uses_one_of(module, names);
}

/* Whether a handler may let its own signal through while it runs, or leave without returning. */
static bool may_unblock(LLVMModuleRef module)
{
    static const char *const names[] = {"sigprocmask",  "pthread_sigmask", "sigsuspend", "sigsetmask", "sigblock",
                                        "sigrelse",     "sigpause",        "ppoll",      "pselect",    "epoll_pwait",
                                        "epoll_pwait2", "longjmp",         "_longjmp",   "siglongjmp", "setcontext",
                                        "swapcontext",  "syscall",         "sigreturn",  "sigset",     "sigvec",
                                        "sysv_signal",  "__sysv_signal",   NULL};
    return uses_one_of(module, names);
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

static const char *const by_value[] = {"signal", "bsd_signal", "ssignal", NULL};

/* Whether what such a call gives is compared with a constant at most. */
static bool is_only_compared(LLVMValueRef call)
{
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAICmpInst(user)) return false;
        if (!LLVMIsConstant(LLVMGetOperand(user, 0)) && !LLVMIsConstant(LLVMGetOperand(user, 1))) return false;
    }
    return true;
}

/* Whether the call gives the handler that there was to nobody. */
static bool keeps_handler(LLVMValueRef user, LLVMValueRef function, bool is_sigaction)
{
    if (is_of_library(user)) return true;
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) return false;
    if (!is_sigaction) return is_only_compared(user);
    LLVMValueRef old = LLVMGetNumArgOperands(user) == 3 ? LLVMGetOperand(user, 2) : NULL;
    return old && LLVMIsConstant(old) && LLVMIsNull(old);
}

/* Whether the program may get a handler from the library, and make it that of another signal, or in another way. */
static bool may_get_handlers(LLVMModuleRef module)
{
    static const char *const sigaction_only[] = {"sigaction", NULL};
    for (int k = 0; k < 2; k++)
        for (const char *const *name = k ? sigaction_only : by_value; *name; name++) {
            LLVMValueRef f = LLVMGetNamedFunction(module, *name);
            for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u))
                if (!keeps_handler(LLVMGetUser(u), f, k)) return true;
        }
    return false;
}

/* Small negative numbers are other things. */
static bool has_flag(LLVMValueRef value)
{
    if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64) return false;
    uint32_t low = (uint32_t)LLVMConstIntGetZExtValue(value);
    return (low & SA_NODEFER_FLAG) && low < 0xffff0000u;
}

/* Whether a constant has the flag in some part. */
static bool constant_has_flag(LLVMValueRef value)
{
    if (LLVMIsAConstantDataSequential(value)) {
        LLVMTypeRef type = LLVMTypeOf(value);
        for (unsigned i = 0; !LLVMIsConstantString(value) && i < LLVMGetArrayLength(type); i++)
            if (has_flag(LLVMGetAggregateElement(value, i))) return true;
        return false;
    }
    if (LLVMIsAConstantArray(value) || LLVMIsAConstantStruct(value))
        for (int k = 0; k < LLVMGetNumOperands(value); k++)
            if (constant_has_flag(LLVMGetOperand(value, (unsigned)k))) return true;
    return has_flag(value);
}

/* Whether the instruction is the address of the flags of a sigaction, to which something is written that is computed.
 */
static bool computes_flags(LLVMValueRef i)
{
    if (!LLVMIsAGetElementPtrInst(i) || LLVMGetNumIndices(i) != 2) return false;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(i);
    bool is_named = LLVMGetTypeKind(type) == LLVMStructTypeKind && LLVMGetStructName(type);
    LLVMValueRef member = LLVMGetOperand(i, 2);
    if (!is_named || strcmp(LLVMGetStructName(type), "struct.sigaction") != 0) return false;
    if (!LLVMIsAConstantInt(member) || LLVMConstIntGetZExtValue(member) != SA_FLAGS_MEMBER) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_constant = LLVMIsAStoreInst(user) && LLVMIsAConstantInt(LLVMGetOperand(user, 0));
        if (!is_constant && !LLVMIsALoadInst(user)) return true;
    }
    return false;
}

static bool mentions_flag(LLVMValueRef i)
{
    if (computes_flags(i)) return true;
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
        if (has_flag(LLVMGetOperand(i, (unsigned)k))) return true;
    return false;
}

/* Whether the program may have the flag from anywhere: in an instruction, or in what a variable begins with. */
static bool module_mentions_flag(LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetInitializer(g) && constant_has_flag(LLVMGetInitializer(g))) return true;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (mentions_flag(i)) return true;
    return false;
}

bool handler_comes_alone(LLVMValueRef call, LLVMValueRef function, const char *name)
{
    static const char *const at_exit[] = {"atexit", "on_exit", "at_quick_exit", NULL};
    if (is_one_of(name, at_exit) || strcmp(name, "fts_open") == 0) return true;
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    LLVMValueRef number = LLVMGetNumArgOperands(call) > 0 ? LLVMGetOperand(call, 0) : NULL;
    if (!number || !LLVMIsAConstantInt(number) || !only_user(function) || has_threads(module)) return false;
    if (may_unblock(module) || may_get_handlers(module)) return false;
    if (is_one_of(name, by_value)) return true;
    return strcmp(name, "sigaction") == 0 && only_user(LLVMGetCalledValue(call)) && !module_mentions_flag(module);
}
