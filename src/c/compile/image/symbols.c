#include "c/compile/image/symbols.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/constant.h"
#include "c/compile/image/targets.h"

/* The text of a constant string; NULL: it is none. */
static const char *constant_string_text(LLVMValueRef value)
{
    size_t n = 0;
    bool is_constant = LLVMIsAGlobalVariable(value) && LLVMIsGlobalConstant(value);
    LLVMValueRef text = is_constant ? LLVMGetInitializer(value) : NULL;
    return constant_characters(text, &n);
}

static bool is_rtld_next(LLVMValueRef handle)
{
    bool is_cast = LLVMIsAConstantExpr(handle) && LLVMGetConstOpcode(handle) == LLVMIntToPtr;
    LLVMValueRef number = is_cast ? LLVMGetOperand(handle, 0) : NULL;
    return number && LLVMIsAConstantInt(number) && LLVMConstIntGetSExtValue(number) == -1;
}

/* What has the name, which may be another name of it; NULL: there is nothing. */
static LLVMValueRef find_named(LLVMModuleRef module, const char *name)
{
    LLVMValueRef found = LLVMGetNamedFunction(module, name);
    LLVMValueRef alias = LLVMGetNamedGlobalAlias(module, name, strlen(name));
    if (!found) found = LLVMGetNamedGlobal(module, name);
    if (!found && alias) found = LLVMAliasGetAliasee(alias);
    while (found && LLVMIsAConstantExpr(found) && LLVMGetNumOperands(found) > 0) /* inside of an object */
        found = LLVMGetOperand(found, 0);
    return found && LLVMIsAGlobalValue(found) ? found : NULL;
}

static void find_targets(Run *run, LLVMModuleRef module, LLVMValueRef call, LinkTargets *targets)
{
    const char *name = constant_string_text(LLVMGetOperand(call, 1));
    if (is_rtld_next(LLVMGetOperand(call, 0))) return;
    if (!name) {
        targets_find(run, module, true, targets);
        return;
    }
    LLVMValueRef value = find_named(module, name);
    if (value && targets_are_visible(value, true)) vec_push(run, targets, value);
}

/* Of many targets a model knows nothing: it ends at the call of a function that gives one of them, or what is found. */
static LLVMValueRef choose_in_function(const LinkChoice *c, const LinkTargets *targets, LLVMValueRef found)
{
    LLVMTypeRef pointer = LLVMTypeOf(found), type = LLVMFunctionType(pointer, &pointer, 1, false);
    LLVMValueRef function = LLVMGetNamedFunction(c->module, LINKER_SYMBOL);
    if (!function) {
        LLVMContextRef context = LLVMGetModuleContext(c->module);
        LinkChoice inner = *c;
        function = LLVMAddFunction(c->module, LINKER_SYMBOL, type);
        LLVMSetLinkage(function, LLVMInternalLinkage);
        inner.builder = LLVMCreateBuilderInContext(context);
        LLVMPositionBuilderAtEnd(inner.builder, LLVMAppendBasicBlockInContext(context, function, "entry"));
        LLVMBuildRet(inner.builder, targets_choose(&inner, targets, LLVMGetParam(function, 0)));
        LLVMDisposeBuilder(inner.builder);
    }
    return LLVMBuildCall2(c->builder, type, function, &found, 1, "");
}

/* Uses of the call become those of what it may also have found. */
static void complete_call(Run *run, LLVMModuleRef module, LLVMValueRef call)
{
    LinkTargets targets = {0};
    LLVMContextRef context = LLVMGetModuleContext(module);
    find_targets(run, module, call, &targets);
    LLVMValueRef next = LLVMGetNextInstruction(call);
    if (targets.count > 0 && next && LLVMGetFirstUse(call)) {
        LinkChoice c = {.run = run, .module = module, .is_few = targets.count <= TARGETS_FEW};
        c.builder = LLVMCreateBuilderInContext(context);
        c.choice = targets_declare(module, LINKER_CHOICE "dlsym", LLVMInt32TypeInContext(context));
        LLVMPositionBuilderBefore(c.builder, next);
        LLVMSetCurrentDebugLocation2(c.builder, LLVMInstructionGetDebugLoc(call));
        LLVMValueRef none = LLVMBuildFreeze(c.builder, LLVMConstNull(LLVMTypeOf(call)), "other");
        LLVMReplaceAllUsesWith(call, none); /* what stands in for what is chosen until that is there */
        LLVMValueRef chosen = c.is_few ? targets_choose(&c, &targets, call) : choose_in_function(&c, &targets, call);
        LLVMReplaceAllUsesWith(none, chosen);
        LLVMInstructionEraseFromParent(none);
        LLVMDisposeBuilder(c.builder);
    }
    vec_free(run, &targets);
}

void symbols_complete(Run *run, LLVMModuleRef module)
{
    static const char *const names[] = {"dlsym", "dlvsym"};
    VEC(LLVMValueRef) calls = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(module, names[i]);
        if (!function || !LLVMIsDeclaration(function)) continue;
        for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef call = LLVMGetUser(u);
            bool is_call = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function;
            if (is_call && LLVMGetNumArgOperands(call) >= 2 && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind)
                vec_push(run, &calls, call);
        }
    }
    for (uint32_t i = 0; i < calls.count; i++)
        complete_call(run, module, calls.data[i]);
    vec_free(run, &calls);
}
