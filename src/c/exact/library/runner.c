#include "c/exact/library/runner.h"

#include <string.h>

#include "base/check.h"
#include "c/exact/library/unknown.h"
#include "c/exact/model/facts.h"
#include "c/exact/model/names.h"
#include "c/exact/model/outside.h"

/* One of the front end's own, of nothing. */
LLVMValueRef runner_own_function(Lowering *L, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(L->module, name);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(L->context), NULL, 0, false);
    return function ? function : LLVMAddFunction(L->module, name, type);
}

/* The thread's first step, and the one to its end: neither may be taken where the function is not called, and where it
 * is called later or once more. */
static void build_comes(Lowering *L, LLVMBuilderRef builder, LLVMValueRef function, const char *name)
{
    const char *called = value_name(L, function);
    const char *text = strcmp(called, UNKNOWN_WRITES_KEPT) == 0
                           ? run_format(L->run, UNKNOWN_COMES "what %s keeps may be written", name)
                           : run_format(L->run, UNKNOWN_COMES "%s may call %s", name, called);
    LLVMValueRef comes = runner_own_function(L, text);
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(comes), comes, NULL, 0, "");
}

static LLVMValueRef any_library_argument(Lowering *L, LLVMBuilderRef builder, LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool is_pointer = kind == LLVMPointerTypeKind;
    if (!is_pointer && kind != LLVMIntegerTypeKind && kind != LLVMDoubleTypeKind && kind != LLVMFloatTypeKind)
        return NULL;
    const char *name = is_pointer ? UNKNOWN_POINTER
                       : kind == LLVMIntegerTypeKind
                           ? run_format(L->run, "__VERIFIER_nondet_i%u", LLVMGetIntTypeWidth(type))
                       : kind == LLVMDoubleTypeKind ? "__VERIFIER_nondet_f64"
                                                    : "__VERIFIER_nondet_f32";
    LLVMTypeRef function = LLVMFunctionType(type, NULL, 0, false);
    LLVMValueRef callee = LLVMGetNamedFunction(L->module, name);
    if (!callee) callee = LLVMAddFunction(L->module, name, function);
    return LLVMBuildCall2(builder, function, callee, NULL, 0, "any");
}

/* A call of a function that writes what it has been lent, whatever and whenever: so the function that is called next
 * finds anything there. */
static void build_writes(Lowering *L, LLVMBuilderRef builder)
{
    LLVMValueRef writes = runner_own_function(L, UNKNOWN_WRITES_LENT);
    LLVMBuildCall2(builder, LLVMGlobalGetValueType(writes), writes, NULL, 0, "");
}

/* for (; nondet;) function(...); NULL: it has arguments that cannot be made. */
static bool fill_runner(Lowering *L, LLVMValueRef runner, LLVMValueRef function, const char *name, bool is_at_once)
{
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(L->context);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(L->context, runner, "entry");
    LLVMBasicBlockRef head = LLVMAppendBasicBlockInContext(L->context, runner, "head");
    LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(L->context, runner, "body");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(L->context, runner, "end");
    LLVMPositionBuilderAtEnd(builder, entry);
    LLVMBuildBr(builder, head);
    LLVMPositionBuilderAtEnd(builder, head);
    if (!is_at_once) build_comes(L, builder, function, name);
    LLVMValueRef again = any_library_argument(L, builder, LLVMInt32TypeInContext(L->context));
    LLVMValueRef zero = LLVMConstInt(LLVMInt32TypeInContext(L->context), 0, false);
    LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntNE, again, zero, "again"), body, end);
    LLVMPositionBuilderAtEnd(builder, body);
    unsigned n = LLVMCountParams(function);
    LLVMValueRef *args = run_alloc(L->run, (n + 1) * sizeof *args);
    bool is_complete = true;
    for (unsigned i = 0; i < n; i++) {
        args[i] = any_library_argument(L, builder, LLVMTypeOf(LLVMGetParam(function, i)));
        is_complete &= args[i] != NULL;
    }
    if (is_at_once) build_writes(L, builder);
    if (is_complete) LLVMBuildCall2(builder, LLVMGlobalGetValueType(function), function, args, n, "");
    LLVMBuildBr(builder, head);
    LLVMPositionBuilderAtEnd(builder, end);
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    run_release(L->run, args);
    return is_complete;
}

/* Made once; the module keeps it. is_at_once: it is called by name while that runs. */
LLVMValueRef runner_of(Lowering *L, LLVMValueRef function, const char *name, bool is_at_once)
{
    const char *called = value_name(L, function), *what = is_at_once ? "calls.now" : "calls";
    const char *own = run_format(L->run, OUTSIDE_PREFIX "%s.%s", what, called);
    LLVMValueRef runner = LLVMGetNamedFunction(L->module, own);
    if (runner && !LLVMIsDeclaration(runner)) return runner;
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(L->context), NULL, 0, false);
    if (!runner) runner = LLVMAddFunction(L->module, own, type);
    if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) || !fill_runner(L, runner, function, name, is_at_once))
        lower_refuse(L,
                     "%s gets the address of the function %s and could call it with arguments that are not "
                     "supported; give %s a body",
                     name, called, name);
    return runner;
}
