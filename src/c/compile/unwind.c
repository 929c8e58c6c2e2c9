#include "c/compile/unwind.h"

#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

#include "base/vec.h"

typedef VEC(LLVMBasicBlockRef) Blocks;

static bool may_unwind(LLVMModuleRef module)
{
    static const char *const names[] = {"pthread_exit", "pthread_cancel", "thrd_exit", "_Unwind_", "__cxa_", NULL};
    size_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (const char *const *name = names; *name; name++)
            if (strstr(LLVMGetValueName2(f, &n), *name)) return true;
    return false;
}

static void copy_invoke_attributes(LLVMValueRef call, LLVMValueRef invoke, unsigned arguments)
{
    for (unsigned k = 0; k <= arguments + 1; k++) {
        LLVMAttributeIndex index = k > arguments ? (LLVMAttributeIndex)LLVMAttributeFunctionIndex : k;
        LLVMAttributeRef list[64];
        unsigned count = LLVMGetCallSiteAttributeCount(invoke, index);
        if (count > sizeof list / sizeof *list) continue;
        LLVMGetCallSiteAttributes(invoke, index, list);
        for (unsigned i = 0; i < count; i++)
            LLVMAddCallSiteAttribute(call, index, list[i]);
    }
}

static void replace_invoke(Run *run, LLVMBuilderRef builder, LLVMValueRef invoke)
{
    unsigned n = LLVMGetNumArgOperands(invoke);
    LLVMValueRef *arguments = run_alloc(run, (n + 1) * sizeof(LLVMValueRef));
    for (unsigned i = 0; i < n; i++)
        arguments[i] = LLVMGetOperand(invoke, i);
    LLVMPositionBuilderBefore(builder, invoke);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(invoke));
    LLVMValueRef call =
        LLVMBuildCall2(builder, LLVMGetCalledFunctionType(invoke), LLVMGetCalledValue(invoke), arguments, n, "");
    LLVMSetInstructionCallConv(call, LLVMGetInstructionCallConv(invoke));
    copy_invoke_attributes(call, invoke, n);
    LLVMBuildBr(builder, LLVMGetNormalDest(invoke));
    LLVMReplaceAllUsesWith(invoke, call);
    LLVMInstructionEraseFromParent(invoke);
    run_release(run, arguments);
}

static bool contains_block(const Blocks *blocks, LLVMBasicBlockRef block)
{
    for (uint32_t i = 0; i < blocks->count; i++)
        if (blocks->data[i] == block) return true;
    return false;
}

/* What an exception comes to: the places that calls name for it, and what can only be come to from there. */
static Blocks find_dead(Run *run, LLVMValueRef function)
{
    Blocks live = {0}, dead = {0};
    vec_push(run, &live, LLVMGetEntryBasicBlock(function));
    for (uint32_t i = 0; i < live.count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(live.data[i]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++)
            if (!contains_block(&live, LLVMGetSuccessor(end, s))) vec_push(run, &live, LLVMGetSuccessor(end, s));
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        if (!contains_block(&live, b)) vec_push(run, &dead, b);
    vec_free(run, &live);
    return dead;
}

/* Whether no dead block leads back to a live one, whose phis would have to be told. */
static bool is_closed(const Blocks *dead)
{
    for (uint32_t i = 0; i < dead->count; i++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(dead->data[i]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(end); s++) {
            LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetSuccessor(end, s));
            if (!contains_block(dead, LLVMGetSuccessor(end, s)) && LLVMIsAPHINode(first)) return false;
        }
    }
    return true;
}

static void delete_blocks(const Blocks *dead)
{
    for (uint32_t i = 0; i < dead->count; i++)
        for (LLVMValueRef last; (last = LLVMGetLastInstruction(dead->data[i]));) {
            if (LLVMGetTypeKind(LLVMTypeOf(last)) != LLVMVoidTypeKind)
                LLVMReplaceAllUsesWith(last, LLVMGetUndef(LLVMTypeOf(last)));
            LLVMInstructionEraseFromParent(last);
        }
    for (uint32_t i = 0; i < dead->count; i++)
        LLVMDeleteBasicBlock(dead->data[i]);
}

static void remove_in(Run *run, LLVMBuilderRef builder, LLVMValueRef function)
{
    bool any = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsAInvokeInst(end)) continue;
        if (LLVMIsAPHINode(LLVMGetFirstInstruction(LLVMGetUnwindDest(end)))) return; /* not what clang makes here */
        replace_invoke(run, builder, end);
        any = true;
    }
    if (!any) return;
    Blocks dead = find_dead(run, function);
    if (is_closed(&dead)) delete_blocks(&dead);
    vec_free(run, &dead);
}

void unwind_remove(Run *run, LLVMModuleRef module)
{
    if (may_unwind(module)) return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) remove_in(run, builder, f);
    LLVMDisposeBuilder(builder);
}
