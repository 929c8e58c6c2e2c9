#include "c/compile/link/client.h"

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
    bool are_pure; /* functions without a body write nothing: none can stand for clients that have addresses */
} Clients;

static void refuse_client(Clients *c, const char *name, const char *why)
{
    LLVMDisposeBuilder(c->builder); /* the run does not come back */
    diag_add(c->run, SEVERITY_ERROR, (SourcePos){run_strdup(c->run, c->path), 0, 0},
             "`%s` cannot be called by clients: %s", name, why);
    run_stop(c->run, STOP_INPUT, "%s: `%s` cannot be called by clients: %s", c->path, name, why);
}

/* A function without a body. With one, or of another type, it is not the one that is meant. */
static LLVMValueRef declare_client_function(Clients *c, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(c->module, name);
    if (!f) return LLVMAddFunction(c->module, name, type);
    if (!LLVMIsDeclaration(f) || LLVMGlobalGetValueType(f) != type)
        refuse_client(c, name, "the program has a function of that name of its own");
    return f;
}

static LLVMValueRef call(Clients *c, const char *name, LLVMTypeRef result, LLVMValueRef argument)
{
    LLVMTypeRef parameter = argument ? LLVMTypeOf(argument) : NULL;
    LLVMTypeRef type = LLVMFunctionType(result, &parameter, argument != NULL, false);
    return LLVMBuildCall2(c->builder, type, declare_client_function(c, name, type), &argument, argument != NULL, "");
}

/* The names begin with what makes their values arbitrary, and are nobody else's. */
static LLVMValueRef any_number(Clients *c) { return call(c, "__VERIFIER_nondet_client_int", c->integer, NULL); }

/* `while (any number)`: on to body, or to end. */
static void branch_anyhow(Clients *c, LLVMBasicBlockRef body, LLVMBasicBlockRef end)
{
    LLVMValueRef zero = LLVMConstInt(c->integer, 0, false);
    LLVMBuildCondBr(c->builder, LLVMBuildICmp(c->builder, LLVMIntNE, any_number(c), zero, ""), body, end);
}

/* ---- arguments and results ---- */

static bool is_allowed_pointer(Clients *c, const char *name, LLVMTypeRef type)
{
    bool is = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    if (is && c->are_pure)
        refuse_client(c, name, "it takes or returns a pointer, and functions without a body are taken to do nothing");
    return is;
}

static const char *number_of_type(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMFloatTypeKind) return "__VERIFIER_nondet_client_float";
    if (kind == LLVMDoubleTypeKind) return "__VERIFIER_nondet_client_double";
    if (kind != LLVMIntegerTypeKind) return NULL;
    switch (LLVMGetIntTypeWidth(type)) {
    case 1: return "__VERIFIER_nondet_client_bool";
    case 8: return "__VERIFIER_nondet_client_char";
    case 16: return "__VERIFIER_nondet_client_short";
    case 32: return "__VERIFIER_nondet_client_int";
    case 64: return "__VERIFIER_nondet_client_longlong";
    default: return NULL;
    }
}

static LLVMValueRef any_client_argument(Clients *c, const char *name, unsigned k, LLVMTypeRef type)
{
    const char *source = number_of_type(type);
    if (is_allowed_pointer(c, name, type)) source = run_format(c->run, "argument_%u_of_%s", k + 1, name);
    if (!source) refuse_client(c, name, run_format(c->run, "its argument %u is neither a number nor a pointer", k + 1));
    return call(c, source, type, NULL);
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

/* Clients may pass on, read, write and call what they are given the address of, as a function without a body may. */
static void give_result(Clients *c, const char *name, LLVMValueRef result)
{
    LLVMTypeRef type = LLVMTypeOf(result);
    if (is_allowed_pointer(c, name, type))
        call(c, run_format(c->run, "result_of_%s", name), LLVMVoidTypeInContext(c->context), result);
    else if (LLVMGetTypeKind(type) != LLVMVoidTypeKind && !number_of_type(type))
        refuse_client(c, name, "what it returns is neither a number nor a pointer");
}

static void build_client_call(Clients *c, const char *name, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    unsigned n = LLVMCountParams(function);
    LLVMValueRef *arguments = run_alloc(c->run, (n + 1) * sizeof *arguments);
    if (LLVMIsFunctionVarArg(type)) refuse_client(c, name, "the number of its arguments varies");
    for (unsigned k = 0; k < n; k++) {
        if (is_by_value(function, k)) refuse_client(c, name, "it takes or returns a struct by value");
        arguments[k] = any_client_argument(c, name, k, LLVMTypeOf(LLVMGetParam(function, k)));
    }
    give_result(c, name, LLVMBuildCall2(c->builder, type, function, arguments, n, ""));
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

static LLVMBasicBlockRef add_client_block(Clients *c, LLVMValueRef function, const char *name)
{
    return LLVMAppendBasicBlockInContext(c->context, function, name);
}

static LLVMValueRef add_internal_function(Clients *c, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMAddFunction(c->module, name, type);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    return f;
}

/* do f(...); while (any number); */
static LLVMValueRef build_thread(Clients *c, const char *name, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMFunctionType(c->pointer, &c->pointer, 1, false);
    LLVMValueRef thread = add_internal_function(c, run_format(c->run, "client_of_%s", name), type);
    LLVMBasicBlockRef entry = add_client_block(c, thread, "entry"), body = add_client_block(c, thread, "body"),
                      end = add_client_block(c, thread, "end");
    LLVMPositionBuilderAtEnd(c->builder, entry);
    LLVMBuildBr(c->builder, body);
    LLVMPositionBuilderAtEnd(c->builder, body);
    build_client_call(c, name, function);
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
    LLVMBuildCall2(c->builder, type, declare_client_function(c, "pthread_create", type), arguments, 4, "");
}

/* One thread, or `while (any number)` one more. */
static void build_start(Clients *c, LLVMValueRef starter, LLVMValueRef handle, const Client *client)
{
    LLVMValueRef function = LLVMGetNamedFunction(c->module, client->function);
    if (!function || LLVMIsDeclaration(function))
        refuse_client(c, client->function, "no file has a function of that name");
    set_place(c, function);
    LLVMBasicBlockRef before = LLVMGetInsertBlock(c->builder);
    LLVMValueRef thread = build_thread(c, client->function, function);
    LLVMPositionBuilderAtEnd(c->builder, before);
    if (!client->are_many) {
        build_create(c, handle, thread);
        return;
    }
    LLVMBasicBlockRef head = add_client_block(c, starter, "head"), body = add_client_block(c, starter, "body"),
                      next = add_client_block(c, starter, "next");
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
    LLVMValueRef starter = add_internal_function(c, "start_clients", type);
    LLVMPositionBuilderAtEnd(c->builder, add_client_block(c, starter, "entry"));
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
    LLVMPositionBuilderAtEnd(c->builder, add_client_block(c, function, "entry"));
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

static void say_clients(Clients *c, const FrontendOptions *options)
{
    static const char with[] =
        "with any numbers that are no addresses, and any addresses but those of the program's that "
        "these functions do not give away";
    Str names;
    str_init(c->run, &names);
    for (uint32_t i = 0; i < options->client_count; i++)
        str_addf(&names, "%s`%s` (%s)", i ? ", " : "", options->clients[i].function,
                 options->clients[i].are_many ? "any number of threads" : "one thread");
    Assumption assumed = {run_format(c->run, "from outside only %s is called, %s", str_text(&names), with), NULL};
    diag_assume(c->run, SEVERITY_NOTE, first_place(c, options), assumed,
                "from outside only %s is assumed to be called, again and again, %s", str_text(&names), with);
}

void client_add(Run *run, LLVMModuleRef module, const char *path, const FrontendOptions *options)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef function = LLVMGetNamedFunction(module, "main");
    if (!options->client_count) return;
    Clients c = {.run = run,
                 .module = module,
                 .context = context,
                 .builder = LLVMCreateBuilderInContext(context),
                 .path = path,
                 .pointer = LLVMPointerTypeInContext(context, 0),
                 .integer = LLVMInt32TypeInContext(context),
                 .are_pure = options->pure_unknown};
    LLVMValueRef starter = build_starter(&c, options);
    if (options->only_clients) {
        build_main(&c, LLVMGlobalGetValueType(starter), starter);
    } else if (function && !LLVMIsDeclaration(function)) { /* else that is said elsewhere */
        LLVMPositionBuilderBefore(c.builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
        LLVMBuildCall2(c.builder, LLVMGlobalGetValueType(starter), starter, NULL, 0, "");
    }
    LLVMDisposeBuilder(c.builder);
    say_clients(&c, options);
}
