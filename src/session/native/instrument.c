#include "session/native/instrument.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "c/compile/debuginfo.h"
#include "c/compile/image/declared.h"
#include "session/native/insert.h"
#include "session/native/instrument_arith.h"
#include "session/native/instrument_call.h"
#include "session/native/instrument_memory.h"
#include "session/native/instrument_violation.h"

static void instrument_instruction(Instrument *in, LLVMValueRef i)
{
    instrument_touch(in, i);
    switch ((int)LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        instrument_violation(in, i);
        instrument_access(in, i);
        break;
    case LLVMAlloca:
        instrument_storage(in, i, i);
        instrument_local(in, i);
        break;
    case LLVMCall: instrument_call(in, i); break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMShl: instrument_arith(in, i); break;
    default: break;
    }
}

static void instrument_function(Instrument *in, LLVMValueRef function)
{
    VEC(LLVMValueRef) instructions = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            vec_push(in->run, &instructions, i);
    for (uint32_t k = 0; k < instructions.count; k++)
        instrument_instruction(in, instructions.data[k]);
    instrument_frame(in, function);
    CHECK(!LLVMVerifyFunction(function, LLVMReturnStatusAction));
    vec_free(in->run, &instructions);
}

/* The end of main would be the end of the process; the other threads may have steps to go. */
static void instrument_main(Instrument *in, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsAReturnInst(last)) continue;
        insert_before(in, last);
        insert_call(in, "chorus_end", in->nothing, NULL, 0);
        insert_park(in);
    }
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        LLVMValueRef parameter = LLVMGetParam(function, i);
        insert_before(in, first);
        call_replace(parameter, insert_value(in, parameter, LLVMTypeOf(parameter)));
    }
}

static bool is_llvm_name(LLVMValueRef value)
{
    size_t n = 0;
    return strncmp(LLVMGetValueName2(value, &n), "llvm.", 5) == 0;
}

/* Which static storage there is. */
static void tell_globals(Instrument *in)
{
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(in->module);
    for (LLVMValueRef g = LLVMGetFirstGlobal(in->module); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMGetInitializer(g) || LLVMIsThreadLocal(g) || is_llvm_name(g)) continue;
        uint64_t size = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(g));
        LLVMValueRef args[] = {g, LLVMConstInt(in->i64, size, false)};
        insert_call(in, LLVMIsGlobalConstant(g) ? "chorus_constant" : "chorus_global", in->nothing, args, 2);
    }
}

/* A function that the runtime calls before main, and that hands it the globals with arbitrary initial values. */
static void add_globals(Instrument *in)
{
    LLVMValueRef function =
        LLVMAddFunction(in->module, "chorus_fill_globals", LLVMFunctionType(in->nothing, NULL, 0, 0));
    LLVMPositionBuilderAtEnd(in->builder, LLVMAppendBasicBlockInContext(in->context, function, "entry"));
    LLVMSetCurrentDebugLocation2(in->builder, NULL);
    for (uint32_t i = 0; i < in->origins->globals.count; i++) {
        const OriginGlobal *g = &in->origins->globals.data[i];
        CHECK(g->scalars.count > 0);
        if (g->is_thread_local) continue;
        LLVMValueRef args[] = {insert_number(in, i), g->global};
        insert_call(in, "chorus_fill_global", in->nothing, args, 2);
    }
    tell_globals(in);
    LLVMBuildRetVoid(in->builder);
}

static void hide(LLVMValueRef value)
{
    LLVMSetVisibility(value, LLVMDefaultVisibility);
    LLVMSetLinkage(value, LLVMInternalLinkage);
}

/* What the program defines must not replace functions of the C library that the runtime uses; what it only declares
 * and reads gets storage. */
static void hide_definitions(Instrument *in)
{
    for (uint32_t i = 0; i < in->origins->globals.count; i++) {
        LLVMValueRef global = in->origins->globals.data[i].global;
        CHECK(LLVMIsAGlobalVariable(global) && LLVMGetGlobalParent(global) == in->module);
        if (!LLVMGetInitializer(global)) LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(in->module); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        if (!LLVMIsDeclaration(f) && strcmp(LLVMGetValueName2(f, &n), "main") != 0) hide(f);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(in->module); g; g = LLVMGetNextGlobal(g)) {
        if (!LLVMGetInitializer(g) && declared_is_modelled(g))
            LLVMSetInitializer(g, LLVMConstNull(LLVMGlobalGetValueType(g)));
        if (LLVMGetInitializer(g) && !is_llvm_name(g)) hide(g);
    }
}

static void dispose_builder(void *builder) { LLVMDisposeBuilder(builder); }

void instrument_module(Run *run, const Origins *origins, const Sites *sites, bool has_foreign_mutexes,
                       Property property)
{
    LLVMContextRef context = origins->context;
    Instrument in = {run,
                     origins,
                     sites,
                     context,
                     origins->module,
                     LLVMCreateBuilderInContext(context),
                     LLVMInt32TypeInContext(context),
                     LLVMInt64TypeInContext(context),
                     LLVMPointerTypeInContext(context, 0),
                     LLVMVoidTypeInContext(context),
                     has_foreign_mutexes,
                     property == PROPERTY_VALID_DEREF,
                     property == PROPERTY_NO_DEADLOCK,
                     0};
    uint32_t ticket = run_on_free(run, dispose_builder, in.builder);
    CHECK(sites_are_valid(sites));
    hide_definitions(&in);
    VEC(LLVMValueRef) functions = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(origins->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) vec_push(run, &functions, f);
    for (uint32_t i = 0; i < functions.count; i++)
        instrument_function(&in, functions.data[i]);
    instrument_main(&in, LLVMGetNamedFunction(origins->module, "main"));
    add_globals(&in);
    CHECK(!LLVMVerifyModule(origins->module, LLVMReturnStatusAction, NULL));
    run_cancel(run, ticket);
    LLVMDisposeBuilder(in.builder);
    vec_free(run, &functions);
}
