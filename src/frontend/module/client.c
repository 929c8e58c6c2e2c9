#include "frontend/module/client.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/str.h"

typedef struct Clients {
    Run *run;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    const char *path;
    LLVMTypeRef pointer, integer;
} Clients;

static void refuse(Clients *c, const char *name, const char *why)
{
    LLVMDisposeBuilder(c->builder); /* the run does not come back */
    diag_add(c->run, SEVERITY_ERROR, (SourcePos){run_strdup(c->run, c->path), 0, 0},
             "`%s` cannot be called by clients: %s", name, why);
    run_stop(c->run, STOP_INPUT, "%s: `%s` cannot be called by clients: %s", c->path, name, why);
}

/* A function of the library. One that is there with another type is none. */
static LLVMValueRef declare(Clients *c, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(c->module, name);
    if (!f) return LLVMAddFunction(c->module, name, type);
    if (LLVMGlobalGetValueType(f) != type) refuse(c, name, "the program has a function of that name, of another type");
    return f;
}

/* Calls a function without arguments, which may be declared as one of unknown ones, `T f();`. */
static LLVMValueRef call_source(Clients *c, const char *name, LLVMTypeRef result)
{
    LLVMValueRef f = LLVMGetNamedFunction(c->module, name);
    if (!f) f = LLVMAddFunction(c->module, name, LLVMFunctionType(result, NULL, 0, false));
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    if (LLVMGetReturnType(type) != result || LLVMCountParamTypes(type) > 0)
        refuse(c, name, "the program has a function of that name, of another type");
    return LLVMBuildCall2(c->builder, type, f, NULL, 0, "");
}

static LLVMValueRef any_number(Clients *c) { return call_source(c, "__VERIFIER_nondet_int", c->integer); }

/* `while (any number)`: on to body, or to end. */
static void branch_anyhow(Clients *c, LLVMBasicBlockRef body, LLVMBasicBlockRef end)
{
    LLVMValueRef zero = LLVMConstInt(c->integer, 0, false);
    LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntNE, any_number(c), zero, ""), body, end);
}

/* ---- arguments ---- */

static const char *number_of_type(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMFloatTypeKind) return "__VERIFIER_nondet_float";
    if (kind == LLVMDoubleTypeKind) return "__VERIFIER_nondet_double";
    if (kind != LLVMIntegerTypeKind) return NULL;
    switch (LLVMGetIntTypeWidth(type)) {
    case 1: return "__VERIFIER_nondet_bool";
    case 8: return "__VERIFIER_nondet_char";
    case 16: return "__VERIFIER_nondet_short";
    case 32: return "__VERIFIER_nondet_int";
    case 64: return "__VERIFIER_nondet_longlong";
    default: return NULL;
    }
}

static LLVMValueRef any_argument(Clients *c, const char *name, unsigned k, LLVMTypeRef type)
{
    const char *source = number_of_type(type);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) source = run_format(c->run, "argument_%u_of_%s", k + 1, name);
    if (!source) refuse(c, name, run_format(c->run, "its argument %u is neither a number nor a pointer", k + 1));
    return call_source(c, source, type);
}

static bool is_by_value(LLVMValueRef function, unsigned k)
{
    static const char *const names[] = {"byval", "sret"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(names[i], strlen(names[i]));
        if (LLVMGetEnumAttributeAtIndex(function, k + 1, kind)) return true;
    }
    return false;
}

static void build_call(Clients *c, const char *name, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    unsigned n = LLVMCountParams(function);
    LLVMValueRef *arguments = run_alloc(c->run, (n + 1) * sizeof *arguments);
    if (LLVMIsFunctionVarArg(type)) refuse(c, name, "the number of its arguments varies");
    for (unsigned k = 0; k < n; k++) {
        if (is_by_value(function, k)) refuse(c, name, "it takes or returns a struct by value");
        arguments[k] = any_argument(c, name, k, LLVMTypeOf(LLVMGetParam(function, k)));
    }
    LLVMBuildCall2(c->builder, type, function, arguments, n, "");
    run_release(c->run, arguments);
}

/* ---- threads ---- */

/* What clients do has the place of the function that they call. */
static void set_place(Clients *c, LLVMValueRef function)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
    unsigned line = subprogram ? LLVMDISubprogramGetLine(subprogram) : 0;
    LLVMMetadataRef place = subprogram ? LLVMDIBuilderCreateDebugLocation(c->context, line, 0, subprogram, NULL) : NULL;
    LLVMSetCurrentDebugLocation2(c->builder, place);
}

static LLVMBasicBlockRef add_block(Clients *c, LLVMValueRef function, const char *name)
{
    return LLVMAppendBasicBlockInContext(c->context, function, name);
}

static LLVMValueRef add_function(Clients *c, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMAddFunction(c->module, name, type);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    return f;
}

/* do f(...); while (any number); */
static LLVMValueRef build_thread(Clients *c, const char *name, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMFunctionType(c->pointer, &c->pointer, 1, false);
    LLVMValueRef thread = add_function(c, run_format(c->run, "client_of_%s", name), type);
    LLVMBasicBlockRef entry = add_block(c, thread, "entry"), body = add_block(c, thread, "body"),
                      end = add_block(c, thread, "end");
    LLVMPositionBuilderAtEnd(c->builder, entry);
    LLVMBuildBr(c->builder, body);
    LLVMPositionBuilderAtEnd(c->builder, body);
    build_call(c, name, function);
    branch_anyhow(c, body, end);
    LLVMPositionBuilderAtEnd(c->builder, end);
    LLVMBuildRet(c->builder, LLVMConstNull(c->pointer));
    return thread;
}

static void build_create(Clients *c, LLVMValueRef handle, LLVMValueRef thread)
{
    LLVMTypeRef parameters[] = {c->pointer, c->pointer, c->pointer, c->pointer};
    LLVMTypeRef type = LLVMFunctionType(c->integer, parameters, 4, false);
    LLVMValueRef null = LLVMConstNull(c->pointer), arguments[] = {handle, null, thread, null};
    LLVMBuildCall2(c->builder, type, declare(c, "pthread_create", type), arguments, 4, "");
}

/* One thread, or `while (any number)` one more. */
static void build_start(Clients *c, LLVMValueRef starter, LLVMValueRef handle, const Client *client)
{
    LLVMValueRef function = LLVMGetNamedFunction(c->module, client->function);
    if (!function || LLVMIsDeclaration(function)) refuse(c, client->function, "no file has a function of that name");
    set_place(c, function);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(c->builder);
    LLVMValueRef thread = build_thread(c, client->function, function);
    LLVMPositionBuilderAtEnd(c->builder, before);
    if (!client->are_many) {
        build_create(c, handle, thread);
        return;
    }
    LLVMBasicBlockRef head = add_block(c, starter, "head"), body = add_block(c, starter, "body"),
                      next = add_block(c, starter, "next");
    LLVMBuildBr(c->builder, head);
    LLVMPositionBuilderAtEnd(c->builder, head);
    branch_anyhow(c, body, next);
    LLVMPositionBuilderAtEnd(c->builder, body);
    build_create(c, handle, thread);
    LLVMBuildBr(c->builder, head);
    LLVMPositionBuilderAtEnd(c->builder, next);
}

static LLVMValueRef build_starter(Clients *c, const FrontendOptions *options)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c->context), NULL, 0, false);
    LLVMValueRef starter = add_function(c, "start_clients", type);
    LLVMPositionBuilderAtEnd(c->builder, add_block(c, starter, "entry"));
    LLVMTypeRef handle = LLVMIntPtrTypeInContext(c->context, LLVMGetModuleDataLayout(c->module));
    for (uint32_t i = 0; i < options->client_count; i++)
        build_start(c, starter, LLVMBuildAlloca(c->builder, handle, "client"), &options->clients[i]);
    LLVMSetCurrentDebugLocation2(c->builder, NULL);
    LLVMBuildRetVoid(c->builder);
    return starter;
}

static void build_main(Clients *c, LLVMTypeRef starts, LLVMValueRef starter)
{
    LLVMValueRef old = LLVMGetNamedFunction(c->module, "main");
    if (old) LLVMSetValueName2(old, "main.left_out", strlen("main.left_out"));
    LLVMValueRef function = LLVMAddFunction(c->module, "main", LLVMFunctionType(c->integer, NULL, 0, false));
    LLVMPositionBuilderAtEnd(c->builder, add_block(c, function, "entry"));
    LLVMBuildCall2(c->builder, starts, starter, NULL, 0, "");
    LLVMBuildRet(c->builder, LLVMConstInt(c->integer, 0, false));
}

/* Where the first function is. */
static SourcePos first_place(Clients *c, const FrontendOptions *options)
{
    LLVMMetadataRef subprogram = LLVMGetSubprogram(LLVMGetNamedFunction(c->module, options->clients[0].function));
    unsigned n = 0;
    if (!subprogram) return (SourcePos){run_strdup(c->run, c->path), 0, 0};
    const char *file = LLVMDIFileGetFilename(LLVMDIScopeGetFile(subprogram), &n);
    return (SourcePos){run_strndup(c->run, file, n), LLVMDISubprogramGetLine(subprogram), 0};
}

static void say(Clients *c, const FrontendOptions *options)
{
    Str names;
    str_init(c->run, &names);
    for (uint32_t i = 0; i < options->client_count; i++)
        str_addf(&names, "%s`%s` (%s)", i ? ", " : "", options->clients[i].function,
                 options->clients[i].are_many ? "any number of threads" : "one thread");
    Assumption assumed = {run_format(c->run, "called from outside, with any arguments: %s", str_text(&names)), NULL};
    diag_assume(c->run, SEVERITY_NOTE, first_place(c, options), assumed,
                "called from outside, again and again and with any arguments: %s", str_text(&names));
}

void client_add(Run *run, LLVMModuleRef module, const char *path, const FrontendOptions *options)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef function = LLVMGetNamedFunction(module, "main");
    if (!options->client_count) return;
    Clients c = {run,
                 module,
                 context,
                 LLVMCreateBuilderInContext(context),
                 path,
                 LLVMPointerTypeInContext(context, 0),
                 LLVMInt32TypeInContext(context)};
    LLVMValueRef starter = build_starter(&c, options);
    if (options->only_clients) {
        build_main(&c, LLVMGlobalGetValueType(starter), starter);
    } else if (function && !LLVMIsDeclaration(function)) { /* else that is said elsewhere */
        LLVMPositionBuilderBefore(c.builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
        LLVMBuildCall2(c.builder, LLVMGlobalGetValueType(starter), starter, NULL, 0, "");
    }
    LLVMDisposeBuilder(c.builder);
    say(&c, options);
}
