#include "c/exact/code/key_use.h"

#include <string.h>

typedef struct KeyUses {
    Lowering *L;
    VEC(LLVMValueRef) storage; /* addresses where keys are */
    VEC(LLVMValueRef) keys;
    LLVMValueRef look; /* NULL: none yet */
} KeyUses;

static void add_storage(KeyUses *k, LLVMValueRef address)
{
    for (uint32_t i = 0; i < k->storage.count; i++)
        if (k->storage.data[i] == address) return;
    vec_push(k->L->run, &k->storage, address);
}

static void add_key(KeyUses *k, LLVMValueRef value)
{
    for (uint32_t i = 0; i < k->keys.count; i++)
        if (k->keys.data[i] == value) return;
    vec_push(k->L->run, &k->keys, value);
}

static bool is_member(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* Whether both are the address of the same member of a structure, whichever one. */
static bool is_same_member(LLVMValueRef a, LLVMValueRef b)
{
    if (!is_member(a) || !is_member(b) || LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b))
        return false;
    unsigned n = LLVMGetNumIndices(a);
    if (n < 2 || n != LLVMGetNumIndices(b)) return false;
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef s = LLVMGetOperand(a, i + 1), t = LLVMGetOperand(b, i + 1);
        if (LLVMIsAConstantInt(s) && LLVMIsAConstantInt(t) && s != t) return false;
    }
    return true;
}

static bool is_storage(const KeyUses *k, LLVMValueRef address)
{
    for (uint32_t i = 0; i < k->storage.count; i++)
        if (k->storage.data[i] == address || is_same_member(k->storage.data[i], address)) return true;
    return false;
}

static bool is_creating(LLVMValueRef call)
{
    size_t n;
    LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    const char *name = callee && LLVMIsAFunction(callee) ? LLVMGetValueName2(callee, &n) : "";
    return strcmp(name, "pthread_key_create") == 0 || strcmp(name, "tss_create") == 0;
}

/* The parameter that an argument of the call becomes; NULL: the function is the library's. */
static void follow_call(KeyUses *k, LLVMValueRef call, LLVMValueRef key)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == key && LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee) &&
            i < LLVMCountParams(callee))
            add_key(k, LLVMGetParam(callee, i));
}

/* What calls of a function by its name give. */
static void follow_return(KeyUses *k, LLVMValueRef function)
{
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function) add_key(k, call);
    }
}

/* What the parameter is in calls of its function by name. */
static void add_arguments(KeyUses *k, LLVMValueRef parameter)
{
    LLVMValueRef function = LLVMGetParamParent(parameter);
    unsigned at = 0;
    while (LLVMGetParam(function, at) != parameter)
        at++;
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        bool is_call = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function;
        if (is_call && at < LLVMGetNumArgOperands(call)) add_storage(k, LLVMGetOperand(call, at));
    }
}

/* Where an address comes from that a parameter or a variable has. */
static void follow_storage(KeyUses *k, LLVMValueRef address)
{
    if (LLVMIsAArgument(address)) add_arguments(k, address);
    if (!LLVMIsALoadInst(address)) return;
    LLVMValueRef variable = LLVMGetOperand(address, 0);
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef store = LLVMGetUser(u);
        if (LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == variable) add_storage(k, LLVMGetOperand(store, 0));
    }
}

static void follow_key(KeyUses *k, LLVMValueRef key)
{
    for (LLVMUseRef u = LLVMGetFirstUse(key); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsACallInst(user))
            follow_call(k, user, key);
        else if (LLVMIsAStoreInst(user))
            add_storage(k, LLVMGetOperand(user, 1));
        else if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
            add_key(k, user);
        else if (LLVMIsAReturnInst(user))
            follow_return(k, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
        else
            k->look = user;
    }
}

static void scan_instruction(KeyUses *k, LLVMValueRef i)
{
    if (is_creating(i) && LLVMGetNumArgOperands(i) > 0) add_storage(k, LLVMGetOperand(i, 0));
    if (LLVMIsALoadInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind &&
        is_storage(k, LLVMGetOperand(i, 0)))
        add_key(k, i);
}

LLVMValueRef key_use_find(Lowering *L)
{
    KeyUses k = {.L = L};
    for (uint32_t known = UINT32_MAX; known != k.storage.count + k.keys.count && !k.look;) {
        known = k.storage.count + k.keys.count;
        for (LLVMValueRef f = LLVMGetFirstFunction(L->module); f; f = LLVMGetNextFunction(f))
            for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
                for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                    scan_instruction(&k, i);
        for (uint32_t i = 0; i < k.storage.count; i++)
            follow_storage(&k, k.storage.data[i]);
        for (uint32_t i = 0; i < k.keys.count && !k.look; i++)
            follow_key(&k, k.keys.data[i]);
    }
    LLVMValueRef look = k.look;
    vec_free(L->run, &k.storage);
    vec_free(L->run, &k.keys);
    return look;
}
