#include "c/compile/handle_use.h"

#include <string.h>

#include "c/compile/intrinsics.h"

/* Of the library: what the program defines under such a name does whatever it does with the handle. */
static bool is_call_of(LLVMValueRef user, const char *name, LLVMValueRef first)
{
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t n = 0;
    bool is_library = callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee);
    const char *found = is_library ? LLVMGetValueName2(callee, &n) : NULL;
    if (!found || strcmp(found, name) != 0 || LLVMGetNumArgOperands(user) == 0) return false;
    for (unsigned i = 1; i < LLVMGetNumArgOperands(user); i++)
        if (LLVMGetOperand(user, i) == first) return false; /* it goes elsewhere, too */
    return LLVMGetOperand(user, 0) == first;
}

static bool is_join_of_handle(LLVMValueRef call, LLVMValueRef handle)
{
    return is_call_of(call, "pthread_join", handle) || is_call_of(call, "thrd_join", handle);
}

/* Whether the call has no effect, whatever it is told (pthread_detach). A pointer may be to an object that must be
 * there (pthread_cond_signal). */
static bool is_without_effect(LLVMValueRef user, LLVMValueRef load)
{
    if (LLVMGetTypeKind(LLVMTypeOf(load)) == LLVMPointerTypeKind) return false;
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t n = 0;
    return callee && LLVMIsAFunction(callee) &&
           intrinsic_find(LLVMGetValueName2(callee, &n), !LLVMIsDeclaration(callee)) == INTRINSIC_ZERO;
}

/* Whether the join follows the load at once: a call in between could fill the handle anew, and the join would then be
 * one of the thread before. */
static bool is_next_call(LLVMValueRef load, LLVMValueRef join)
{
    for (LLVMValueRef i = LLVMGetNextInstruction(load); i; i = LLVMGetNextInstruction(i)) {
        if (i == join) return true;
        if (LLVMIsACallInst(i) && !LLVMIsAIntrinsicInst(i)) return false;
    }
    return false;
}

bool is_load_for_join(LLVMValueRef load)
{
    for (LLVMUseRef u = LLVMGetFirstUse(load); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (is_join_of_handle(user, load) ? !is_next_call(load, user) : !is_without_effect(user, load)) return false;
    }
    return true;
}

static bool is_malloc_call(LLVMValueRef value)
{
    LLVMValueRef callee = LLVMIsACallInst(value) ? LLVMGetCalledValue(value) : NULL;
    size_t n = 0;
    if (!callee || !LLVMIsAFunction(callee)) return false;
    Intrinsic intrinsic = intrinsic_find(LLVMGetValueName2(callee, &n), !LLVMIsDeclaration(callee));
    return intrinsic == INTRINSIC_MALLOC || intrinsic == INTRINSIC_CALLOC;
}

static bool is_start_of_handle(LLVMValueRef user, LLVMValueRef handle)
{
    return is_call_of(user, "pthread_create", handle) || is_call_of(user, "thrd_create", handle);
}

/* Before it is filled, say: a join of such a handle is undefined. */
static bool sets_constant(LLVMValueRef user, LLVMValueRef address)
{
    if (LLVMIsAStoreInst(user))
        return LLVMIsAConstantInt(LLVMGetOperand(user, 0)) && LLVMGetOperand(user, 1) == address;
    LLVMValueRef callee = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
    size_t n = 0;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
    return strncmp(name, "llvm.memset.", 12) == 0 && LLVMIsAConstantInt(LLVMGetOperand(user, 1));
}

static bool is_handle_below(LLVMValueRef address, int depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_gep = LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user);
        if (is_gep ? depth > 8 || !is_handle_below(user, depth + 1)
                   : !is_start_of_handle(user, address) && !sets_constant(user, address) &&
                         !(LLVMIsALoadInst(user) && is_load_for_join(user)))
            return false;
    }
    return true;
}

bool is_only_handle(LLVMValueRef object) { return is_handle_below(object, 0); }

LLVMValueRef handle_address(LLVMValueRef call)
{
    LLVMValueRef handle = LLVMGetNumArgOperands(call) > 0 ? LLVMGetOperand(call, 0) : NULL;
    if (!handle || is_start_of_handle(call, handle)) return handle;
    return is_join_of_handle(call, handle) && LLVMIsALoadInst(handle) ? LLVMGetOperand(handle, 0) : NULL;
}

static bool is_member(LLVMValueRef address)
{
    return LLVMIsAGetElementPtrInst(address) ||
           (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr);
}

LLVMValueRef handle_variable(LLVMValueRef address)
{
    while (is_member(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

bool is_handle_of_place(LLVMValueRef address)
{
    LLVMValueRef base = address ? handle_variable(address) : NULL;
    return base && (LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base)) && is_only_handle(base);
}

bool is_in_new_memory(LLVMValueRef address)
{
    LLVMValueRef base = handle_variable(address), local = LLVMIsALoadInst(base) ? LLVMGetOperand(base, 0) : NULL;
    bool found = false;
    if (!local || !LLVMIsAAllocaInst(local)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(local); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == local;
        if (is_store ? !is_malloc_call(LLVMGetOperand(user, 0)) : !LLVMIsALoadInst(user)) return false;
        found |= is_store;
    }
    return found;
}
