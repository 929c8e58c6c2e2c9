#include "c/survey/cells/root.h"

#include <string.h>

#include "base/check.h"
#include "c/survey/call.h"
#include "c/survey/gather.h"

static bool is_element_pointer(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

Root address_root(const Survey *s, LLVMValueRef address)
{
    Root r = {address, 0};
    while (root_go_on(s, &r, false))
        continue;
    return r;
}

bool root_go_on(const Survey *s, Root *r, bool by_any_index)
{
    Offset o;
    if (!is_element_pointer(r->value)) return false;
    offset_of(s, r->value, &o);
    if (o.is_varied && !(by_any_index && o.stays)) return false;
    r->bytes += o.bytes;
    r->value = LLVMGetOperand(r->value, 0);
    return true;
}

LLVMValueRef origin_of(LLVMValueRef address)
{
    while (is_element_pointer(address))
        address = LLVMGetOperand(address, 0);
    return address;
}

/* ---- leaks ---- */

/* Whether some use of the value, or of an address computed from it, tells it. */
static bool value_leaks(Survey *s, LLVMValueRef value)
{
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++) {
            if (LLVMGetOperand(user, k) != value) continue;
            if (use_leaks(s, user, k)) return true;
        }
        if (is_element_pointer(user) && value_leaks(s, user)) return true;
    }
    return false;
}

enum { LEAK_OPEN = 1, LEAK_NO, LEAK_YES };

/* Of a parameter; one that is asked for while it is being looked at counts as told. */
static bool parameter_leaks(Survey *s, LLVMValueRef parameter)
{
    bool is_new;
    uint32_t id = pointer_id(&s->leak_ids, parameter, &is_new);
    if (!is_new) return s->leaks.data[id] != LEAK_NO;
    vec_push(s->run, &s->leaks, LEAK_OPEN);
    bool leaks = value_leaks(s, parameter);
    s->leaks.data[id] = leaks ? LEAK_YES : LEAK_NO;
    return leaks;
}

static bool library_leaks(LLVMValueRef call, LLVMValueRef function, unsigned k)
{
    Intrinsic intrinsic = INTRINSIC_NONE;
    const char *name = library_name(function, &intrinsic);
    const Summary *summary = summary_find(name);
    if (strncmp(name, "llvm.", 5) == 0)
        return strncmp(name, "llvm.mem", 8) != 0 && strncmp(name, "llvm.lifetime", 13) != 0 &&
               strncmp(name, "llvm.dbg", 8) != 0;
    if (intrinsic == INTRINSIC_FREE) return false;
    if (intrinsic == INTRINSIC_THREAD_CREATE) return k > 0;
    if (intrinsic >= INTRINSIC_MUTEX_INIT && intrinsic <= INTRINSIC_SEMAPHORE_GET) return intrinsic == INTRINSIC_ONCE;
    if (!summary) return true;
    size_t n = strlen(summary->uses);
    char use = k < n ? summary->uses[k] : n && summary->uses[n - 1] == ARGUMENT_REST ? ARGUMENT_REST : ARGUMENT_VALUE;
    bool is_result = summary->result == SUMMARY_FIRST || summary->result == SUMMARY_FIRST_OR_NULL ||
                     summary->result == SUMMARY_INSIDE;
    if (is_result && LLVMGetFirstUse(call)) return true;
    return use == ARGUMENT_SENT || use == ARGUMENT_TAKEN || use == ARGUMENT_WRITTEN || use == ARGUMENT_KEPT ||
           use == ARGUMENT_VALUE || strchr(summary->uses, ARGUMENT_POINTER);
}

static bool call_leaks(Survey *s, LLVMValueRef call, unsigned k)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (k >= LLVMGetNumArgOperands(call)) return false; /* what is called */
    if (!LLVMIsAFunction(callee)) return true;
    if (LLVMIsDeclaration(callee)) return library_leaks(call, callee, k);
    return k >= LLVMCountParams(callee) || parameter_leaks(s, LLVMGetParam(callee, k));
}

bool use_leaks(Survey *s, LLVMValueRef user, unsigned k)
{
    if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || is_element_pointer(user)) return false;
    if (LLVMIsAStoreInst(user)) return k == 0;
    if (LLVMIsACallInst(user)) return call_leaks(s, user, k);
    return true;
}
