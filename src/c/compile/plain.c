/* Each rewriting keeps what the module means.
 *
 * Aliases: the function or variable itself stands wherever its second name did.
 *
 * Labels: the address of a label is a number, different for each label of the function, and a computed goto is a switch
 * over the numbers. Programs cannot know which addresses labels have, only that they differ and stay the same. A goto
 * to another address is undefined.
 *
 * Pointers to the library: where the address of a function of the library is used other than to call it, it is that of
 * a function that does nothing but call it, so that a call through a pointer finds a body. */
#include "c/compile/plain.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "base/vec.h"
#include "c/compile/intrinsics.h"

#define WRAPPER_PREFIX "chorus.library."

typedef VEC(LLVMValueRef) Values;

/* ---- aliases ---- */

/* What has a name for others is not hidden by having another one, which is static. */
static void show_aliasee(LLVMValueRef alias, LLVMValueRef aliasee)
{
    bool is_shown = LLVMGetLinkage(alias) == LLVMExternalLinkage || LLVMGetLinkage(alias) == LLVMWeakAnyLinkage;
    while (LLVMIsAConstantExpr(aliasee) && LLVMGetNumOperands(aliasee) > 0)
        aliasee = LLVMGetOperand(aliasee, 0);
    if (is_shown && LLVMIsAGlobalValue(aliasee) && LLVMGetLinkage(aliasee) == LLVMInternalLinkage)
        LLVMSetLinkage(aliasee, LLVMExternalLinkage);
}

static void replace_aliases(LLVMModuleRef module)
{
    for (LLVMValueRef a = LLVMGetFirstGlobalAlias(module), next; a; a = next) {
        next = LLVMGetNextGlobalAlias(a);
        LLVMValueRef aliasee = LLVMAliasGetAliasee(a);
        show_aliasee(a, aliasee);
        if (LLVMTypeOf(aliasee) == LLVMTypeOf(a) && aliasee != a) LLVMReplaceAllUsesWith(a, aliasee);
    }
}

/* ---- labels ---- */

/* The constant that is the address of the block; NULL: nobody takes it. */
static LLVMValueRef address_of_block(LLVMBasicBlockRef block)
{
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u))
        if (LLVMIsABlockAddress(LLVMGetUser(u))) return LLVMGetUser(u);
    return NULL;
}

/* As a computed goto has its targets: those whose address is taken. */
static void replace_goto(LLVMValueRef go, const Values *blocks, LLVMTypeRef word)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(word));
    LLVMBasicBlockRef here = LLVMGetInstructionParent(go);
    LLVMPositionBuilderBefore(builder, go);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(go));
    LLVMValueRef number = LLVMBuildPtrToInt(builder, LLVMGetOperand(go, 0), word, "label");
    LLVMBasicBlockRef undefined =
        LLVMAppendBasicBlockInContext(LLVMGetTypeContext(word), LLVMGetBasicBlockParent(here), "no.label");
    LLVMValueRef choice = LLVMBuildSwitch(builder, number, undefined, blocks->count);
    unsigned n = LLVMGetNumSuccessors(go);
    for (uint32_t k = 0; k < blocks->count; k++)
        for (unsigned i = 0; i < n; i++)
            if (LLVMBasicBlockAsValue(LLVMGetSuccessor(go, i)) == blocks->data[k]) {
                LLVMAddCase(choice, LLVMConstInt(word, k + 1, false), LLVMGetSuccessor(go, i));
                break;
            }
    LLVMInstructionEraseFromParent(go);
    LLVMPositionBuilderAtEnd(builder, undefined);
    LLVMBuildUnreachable(builder);
    LLVMDisposeBuilder(builder);
}

/* Whether a phi would have to know that a block comes from another twice no more. */
static bool has_phis(LLVMValueRef go)
{
    for (unsigned i = 0; i < LLVMGetNumSuccessors(go); i++) {
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetSuccessor(go, i));
        if (first && LLVMIsAPHINode(first)) return true;
    }
    return false;
}

static void number_labels(Run *run, LLVMValueRef function)
{
    Values gotos = {0}, blocks = {0};
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    bool is_plain = true;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (last && LLVMIsAIndirectBrInst(last)) vec_push(run, &gotos, last);
        if (address_of_block(b)) vec_push(run, &blocks, LLVMBasicBlockAsValue(b));
    }
    for (uint32_t i = 0; i < gotos.count; i++)
        is_plain &= !has_phis(gotos.data[i]);
    if (gotos.count && is_plain) {
        LLVMTypeRef word = LLVMIntPtrTypeInContext(LLVMGetModuleContext(module), LLVMGetModuleDataLayout(module));
        for (uint32_t i = 0; i < gotos.count; i++)
            replace_goto(gotos.data[i], &blocks, word);
        for (uint32_t k = 0; k < blocks.count; k++) {
            LLVMValueRef address = address_of_block(LLVMValueAsBasicBlock(blocks.data[k]));
            LLVMValueRef number = LLVMConstInt(word, k + 1, false);
            LLVMReplaceAllUsesWith(address, LLVMConstIntToPtr(number, LLVMTypeOf(address)));
        }
    }
    vec_free(run, &gotos);
    vec_free(run, &blocks);
}

/* ---- assembly that may jump ---- */

static LLVMValueRef assembly_of(Run *run, LLVMValueRef old, LLVMTypeRef type)
{
    size_t length = 0, n = 0;
    const char *text = LLVMGetInlineAsmAsmString(old, &length), *all = LLVMGetInlineAsmConstraintString(old, &n);
    char *constraints = run_alloc(run, n + 1);
    size_t to = 0;
    for (size_t i = 0; i < n; i++) { /* without those of labels */
        bool is_label = strncmp(all + i, ",!i", 3) == 0 || (i == 0 && strncmp(all, "!i", 2) == 0);
        if (is_label)
            i += all[i] == ',' ? 2 : 1;
        else
            constraints[to++] = all[i];
    }
    size_t skipped = to > 0 && constraints[0] == ',';
    LLVMValueRef new = LLVMGetInlineAsm(type, text, length, constraints + skipped, to - skipped, true, false,
                                        LLVMInlineAsmDialectATT, false);
    run_release(run, constraints);
    return new;
}

static void copy_call_attributes(Run *run, LLVMValueRef to, LLVMValueRef from)
{
    for (unsigned i = 1; i <= LLVMGetNumArgOperands(from); i++) {
        unsigned n = LLVMGetCallSiteAttributeCount(from, i);
        LLVMAttributeRef *list = run_alloc(run, (n + 1) * sizeof *list);
        LLVMGetCallSiteAttributes(from, i, list);
        for (unsigned k = 0; k < n; k++)
            LLVMAddCallSiteAttribute(to, i, list[k]);
        run_release(run, list);
    }
}

static void replace_jump(Run *run, LLVMValueRef jump)
{
    LLVMContextRef context =
        LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(jump))));
    LLVMTypeRef type = LLVMGetCalledFunctionType(jump), i32 = LLVMInt32TypeInContext(context);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, jump);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(jump));
    unsigned n = LLVMGetNumArgOperands(jump);
    LLVMValueRef *args = run_alloc(run, (n + 1) * sizeof *args);
    for (unsigned i = 0; i < n; i++)
        args[i] = LLVMGetOperand(jump, i);
    LLVMValueRef assembly = assembly_of(run, LLVMGetCalledValue(jump), type);
    copy_call_attributes(run, LLVMBuildCall2(builder, type, assembly, args, n, ""), jump);
    run_release(run, args);
    LLVMTypeRef gives = LLVMFunctionType(i32, NULL, 0, false);
    LLVMValueRef any = LLVMGetInlineAsm(gives, "", 0, "=r", 2, true, false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef label = LLVMBuildCall2(builder, gives, any, NULL, 0, "label");
    LLVMValueRef choice = LLVMBuildSwitch(builder, label, LLVMGetSuccessor(jump, 0), LLVMGetNumSuccessors(jump));
    for (unsigned i = 1; i < LLVMGetNumSuccessors(jump); i++)
        LLVMAddCase(choice, LLVMConstInt(i32, i, false), LLVMGetSuccessor(jump, i));
    LLVMInstructionEraseFromParent(jump);
    LLVMDisposeBuilder(builder);
}

static void replace_jumps(Run *run, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!last || LLVMGetInstructionOpcode(last) != LLVMCallBr) continue;
        bool is_void = LLVMGetTypeKind(LLVMTypeOf(last)) == LLVMVoidTypeKind;
        if (is_void && !has_phis(last)) replace_jump(run, last);
    }
}

/* ---- functions of the library through pointers ---- */

static bool is_wrapped(LLVMValueRef function)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(function, &n);
    Intrinsic meaning = intrinsic_find(name, false);
    return LLVMIsDeclaration(function) && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) &&
           strncmp(name, "llvm.", 5) != 0 && (meaning == INTRINSIC_NONE || meaning == INTRINSIC_FREE);
}

bool plain_is_wrapper(LLVMValueRef function)
{
    size_t n = 0;
    return strncmp(LLVMGetValueName2(function, &n), WRAPPER_PREFIX, strlen(WRAPPER_PREFIX)) == 0;
}

static LLVMValueRef make_wrapper(Run *run, LLVMModuleRef module, LLVMValueRef function)
{
    size_t length = 0;
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    const char *name = run_format(run, WRAPPER_PREFIX "%s", LLVMGetValueName2(function, &length));
    LLVMValueRef wrapper = LLVMAddFunction(module, name, type);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(LLVMGetModuleContext(module), wrapper, "entry"));
    unsigned n = LLVMCountParams(function);
    LLVMValueRef *args = run_alloc(run, (n + 1) * sizeof *args);
    for (unsigned i = 0; i < n; i++)
        args[i] = LLVMGetParam(wrapper, i);
    LLVMValueRef result = LLVMBuildCall2(builder, type, function, args, n, "");
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(builder);
    else
        LLVMBuildRet(builder, result);
    run_release(run, args);
    LLVMDisposeBuilder(builder);
    return wrapper;
}

/* Calls keep the function where they call it by its name, or give it to the library, which looks at it. */
static bool keeps_function(LLVMValueRef call, unsigned operand)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    bool is_callee = operand + 1 == (unsigned)LLVMGetNumOperands(call);
    return is_callee || (LLVMIsAFunction(callee) && LLVMIsDeclaration(callee));
}

static bool is_replaced(LLVMValueRef function, LLVMValueRef user)
{
    if (!LLVMIsACallInst(user)) return true;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
        if (LLVMGetOperand(user, k) == function && !keeps_function(user, k)) return true;
    return false;
}

static void restore_function(LLVMValueRef call, LLVMValueRef wrapper, LLVMValueRef function)
{
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(call); k++)
        if (LLVMGetOperand(call, k) == wrapper &&
            (k + 1 == (unsigned)LLVMGetNumOperands(call) || keeps_function(call, k)))
            LLVMSetOperand(call, k, function);
}

static void wrap(Run *run, LLVMModuleRef module, LLVMValueRef function)
{
    Values calls = {0};
    bool found = false;
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
        found |= is_replaced(function, LLVMGetUser(u));
        if (LLVMIsACallInst(LLVMGetUser(u))) vec_push(run, &calls, LLVMGetUser(u));
    }
    if (found) {
        LLVMValueRef wrapper = make_wrapper(run, module, function);
        LLVMReplaceAllUsesWith(function, wrapper);
        restore_function(LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(wrapper)), wrapper, function);
        for (uint32_t i = 0; i < calls.count; i++)
            restore_function(calls.data[i], wrapper, function);
    }
    vec_free(run, &calls);
}

/* `__sync_add_and_fetch(&p, 0)` is an atomic operation and a sum, which is what was read: an address stays one. */
static bool is_read_again(LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    bool keeps_zero = op == LLVMAdd || op == LLVMSub || op == LLVMOr || op == LLVMXor;
    return keeps_zero && LLVMIsAAtomicRMWInst(LLVMGetOperand(i, 0)) && LLVMIsNull(LLVMGetOperand(i, 1));
}

static void replace_read_again(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (!is_read_again(i)) continue;
            LLVMReplaceAllUsesWith(i, LLVMGetOperand(i, 0));
            LLVMInstructionEraseFromParent(i);
        }
}

void plain_module(Run *run, LLVMModuleRef module)
{
    Values functions = {0};
    replace_aliases(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        vec_push(run, &functions, f);
    for (uint32_t i = 0; i < functions.count; i++)
        if (is_wrapped(functions.data[i]))
            wrap(run, module, functions.data[i]);
        else if (!LLVMIsDeclaration(functions.data[i])) {
            replace_jumps(run, functions.data[i]);
            replace_read_again(functions.data[i]);
            number_labels(run, functions.data[i]);
        }
    vec_free(run, &functions);
}
