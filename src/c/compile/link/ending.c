#include "c/compile/link/ending.h"

#include <string.h>

#include "base/vec.h"
#include "c/compile/intrinsics.h"
#include "c/compile/link/startup.h"

#define HANDLERS_MOST 32 /* C11, 7.22.4.2: so many succeed */

typedef VEC(LLVMValueRef) Values;

typedef struct AtEnd {
    Run *run;
    LLVMModuleRef module;
    LLVMValueRef main_function;
    Values told;    /* calls of atexit, in their order */
    Values called;  /* functions, in the order in which they are called */
    Values ends;    /* calls of exit, the return of main */
    Values visited; /* functions that what is called leads to */
} AtEnd;

static bool is_in(const Values *values, LLVMValueRef value)
{
    for (uint32_t i = 0; i < values->count; i++)
        if (values->data[i] == value) return true;
    return false;
}

/* Other functions that call them, where the program ends or a thread does; and those that have lists of their own. */
static bool ends_otherwise(LLVMModuleRef module)
{
    static const char *const names[] = {"pthread_exit", "thrd_exit", "on_exit",       "err",    "errx",      "verr",
                                        "verrx",        "error",     "error_at_line", "dlopen", "argp_parse"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, names[i]);
        if (f && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

/* The library's function of the name; its uses are all calls, which *calls gets. False: they are not. */
static bool find_calls(AtEnd *e, const char *name, Values *calls)
{
    LLVMValueRef f = LLVMGetNamedFunction(e->module, name);
    if (!f) return true;
    if (!LLVMIsDeclaration(f)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f) return false;
        vec_push(e->run, calls, user);
    }
    return true;
}

/* ---- who is told ---- */

/* Whether the instruction may lead to code of the program, or to a thread. */
static bool may_call_program(LLVMValueRef i)
{
    size_t n;
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (!callee) return false;
    if (!LLVMIsAFunction(callee) || !LLVMIsDeclaration(callee)) return true;
    return strncmp(LLVMGetValueName2(callee, &n), "llvm.", 5) != 0;
}

static bool is_handler(LLVMValueRef call)
{
    if (LLVMGetNumArgOperands(call) != 1) return false;
    LLVMValueRef handler = LLVMGetOperand(call, 0);
    return LLVMIsAFunction(handler) && !LLVMIsDeclaration(handler) && LLVMCountParams(handler) == 0 &&
           LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind;
}

/* In the order of the calls, which all stand at the beginning of main. */
static bool find_told(AtEnd *e)
{
    Values calls = {0};
    bool is_plain = find_calls(e, "atexit", &calls);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(e->main_function);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i && is_plain; i = LLVMGetNextInstruction(i)) {
        if (is_in(&calls, i) && is_handler(i))
            vec_push(e->run, &e->told, i);
        else if (e->told.count < calls.count)
            is_plain = !may_call_program(i);
    }
    bool comes_first = !calls.count || !LLVMGetNamedGlobal(e->module, "llvm.global_ctors"); /* they may exit, too */
    is_plain = is_plain && comes_first && e->told.count == calls.count && e->told.count <= HANDLERS_MOST;
    vec_free(e->run, &calls);
    return is_plain;
}

/* ---- what they lead to ---- */

static bool leads_to_exit(AtEnd *e, LLVMValueRef function);

static bool may_exit(AtEnd *e, LLVMValueRef i)
{
    LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (!callee || LLVMIsAInlineAsm(callee)) return false;
    if (!LLVMIsAFunction(callee)) return true;
    size_t n;
    if (LLVMIsDeclaration(callee)) return strcmp(LLVMGetValueName2(callee, &n), "exit") == 0;
    return leads_to_exit(e, callee);
}

static bool leads_to_exit(AtEnd *e, LLVMValueRef function)
{
    if (is_in(&e->visited, function)) return false;
    vec_push(e->run, &e->visited, function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (may_exit(e, i)) return true;
    return false;
}

static bool collect_called(AtEnd *e, const LLVMValueRef *destructors, uint32_t count)
{
    for (uint32_t i = e->told.count; i-- > 0;)
        vec_push(e->run, &e->called, LLVMGetOperand(e->told.data[i], 0));
    for (uint32_t i = 0; i < count; i++) {
        LLVMValueRef f = destructors[i];
        if (!LLVMIsAFunction(f) || LLVMIsDeclaration(f) || LLVMCountParams(f) > 0) return false;
        vec_push(e->run, &e->called, f);
    }
    for (uint32_t i = 0; i < e->called.count; i++)
        if (leads_to_exit(e, e->called.data[i])) return false;
    return !is_in(&e->visited, e->main_function);
}

/* ---- where the program ends ---- */

static bool find_ends(AtEnd *e)
{
    if (!find_calls(e, "exit", &e->ends)) return false;
    bool is_main = true;
    for (uint32_t i = 0; i < e->ends.count; i++)
        is_main &= LLVMGetBasicBlockParent(LLVMGetInstructionParent(e->ends.data[i])) == e->main_function;
    /* Else two may end the program, and each is called once. */
    return is_main || !intrinsic_is_used(e->module, INTRINSIC_THREAD_CREATE);
}

/* A main that calls that of the program, whose locals are no more when it has returned; gives where that returns. */
static LLVMValueRef wrap_main(AtEnd *e)
{
    LLVMValueRef own = e->main_function;
    LLVMTypeRef type = LLVMGlobalGetValueType(own), result_type = LLVMGetReturnType(type);
    LLVMContextRef context = LLVMGetModuleContext(e->module);
    LLVMSetValueName2(own, MAIN_OWN, strlen(MAIN_OWN));
    LLVMValueRef wrapper = LLVMAddFunction(e->module, "main", type);
    unsigned n = LLVMCountParams(own);
    LLVMValueRef *arguments = run_alloc(e->run, (n + 1) * sizeof(LLVMValueRef));
    LLVMGetParams(wrapper, arguments);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, wrapper, "entry"));
    LLVMValueRef result = LLVMBuildCall2(builder, type, own, arguments, n, "");
    LLVMValueRef end =
        LLVMGetTypeKind(result_type) == LLVMVoidTypeKind ? LLVMBuildRetVoid(builder) : LLVMBuildRet(builder, result);
    LLVMDisposeBuilder(builder);
    run_release(e->run, arguments);
    return end;
}

static void insert_calls(AtEnd *e)
{
    if (e->called.count) vec_push(e->run, &e->ends, wrap_main(e));
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(e->module));
    for (uint32_t i = 0; i < e->ends.count; i++) {
        LLVMPositionBuilderBefore(builder, e->ends.data[i]);
        for (uint32_t k = 0; k < e->called.count; k++)
            LLVMBuildCall2(builder, LLVMGlobalGetValueType(e->called.data[k]), e->called.data[k], NULL, 0, "");
    }
    LLVMDisposeBuilder(builder);
    for (uint32_t i = 0; i < e->told.count; i++) {
        LLVMReplaceAllUsesWith(e->told.data[i], LLVMConstNull(LLVMTypeOf(e->told.data[i])));
        LLVMInstructionEraseFromParent(e->told.data[i]);
    }
}

bool ending_call(Run *run, LLVMModuleRef module, const LLVMValueRef *destructors, uint32_t count)
{
    AtEnd e = {.run = run, .module = module, .main_function = LLVMGetNamedFunction(module, "main")};
    if (!e.main_function || LLVMIsDeclaration(e.main_function) || LLVMGetFirstUse(e.main_function)) return false;
    bool is_plain = !ends_otherwise(module) && find_told(&e) && collect_called(&e, destructors, count) && find_ends(&e);
    if (is_plain) insert_calls(&e);
    vec_free(run, &e.told);
    vec_free(run, &e.called);
    vec_free(run, &e.ends);
    vec_free(run, &e.visited);
    return is_plain;
}
