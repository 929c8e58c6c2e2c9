#include "c/compile/link/client.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "base/str.h"
#include "c/compile/link/client_object.h"

typedef struct Clients {
    Run *run;
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    const char *path;
    LLVMTypeRef pointer, integer;
    ClientObjects objects;
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

/* One of the objects that clients share; of two the first or the second, and the other one for another parameter. */
static LLVMValueRef shared_object(Clients *c, const ClientObject *object, LLVMValueRef order, unsigned rank)
{
    LLVMValueRef place = object->places[rank % object->count];
    LLVMValueRef given = LLVMBuildLoad2(c->builder, c->pointer, place, "");
    if (object->count == 1) return given;
    LLVMValueRef other = LLVMBuildLoad2(c->builder, c->pointer, object->places[(rank + 1) % object->count], "");
    return LLVMBuildSelect(c->builder, order, given, other, "");
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

/* first: its first argument; NULL: as the others. */
static LLVMValueRef build_call_of(Clients *c, const char *name, LLVMValueRef function, LLVMValueRef first)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    unsigned n = LLVMCountParams(function);
    LLVMValueRef *arguments = run_alloc(c->run, (n + 1) * sizeof *arguments), order = NULL;
    if (LLVMIsFunctionVarArg(type)) refuse_client(c, name, "the number of its arguments varies");
    for (unsigned k = 0; k < n; k++) {
        if (is_by_value(function, k)) refuse_client(c, name, "it takes or returns a struct by value");
        const ClientObject *object = client_object_of(&c->objects, function, k);
        if (object && object->count > 1 && !order)
            order = LLVMBuildICmp(c->builder, LLVMIntNE, any_number(c), LLVMConstInt(c->integer, 0, false), "");
        if (k == 0 && first)
            arguments[k] = first;
        else if (object)
            arguments[k] = shared_object(c, object, order, client_object_rank(&c->objects, function, k));
        else
            arguments[k] = any_client_argument(c, name, k, LLVMTypeOf(LLVMGetParam(function, k)));
    }
    LLVMValueRef result = LLVMBuildCall2(c->builder, type, function, arguments, n, "");
    run_release(c->run, arguments);
    return result;
}

static void build_client_call(Clients *c, const char *name, LLVMValueRef function)
{
    give_result(c, name, build_call_of(c, name, function, NULL));
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

/* ---- objects ---- */

/* Goes on where it holds; else there are no clients. */
static void build_require(Clients *c, LLVMValueRef starter, LLVMValueRef condition)
{
    LLVMBasicBlockRef without = add_client_block(c, starter, "without"), with = add_client_block(c, starter, "with");
    LLVMBuildCondBr(c->builder, condition, with, without);
    LLVMPositionBuilderAtEnd(c->builder, without);
    LLVMBuildRetVoid(c->builder);
    LLVMPositionBuilderAtEnd(c->builder, with);
}

/* Memory of the struct's size: arbitrary for who initialises it, else zeros. */
static LLVMValueRef build_memory(Clients *c, LLVMValueRef starter, const ClientObject *object)
{
    LLVMTypeRef word = LLVMIntPtrTypeInContext(c->context, LLVMGetModuleDataLayout(c->module));
    LLVMTypeRef words[] = {word, word};
    LLVMValueRef sizes[] = {LLVMConstInt(word, LLVMABISizeOfType(LLVMGetModuleDataLayout(c->module), object->type), 0),
                            LLVMConstInt(word, 1, false)};
    unsigned n = object->maker_inits ? 1 : 2;
    LLVMTypeRef type = LLVMFunctionType(c->pointer, words, n, false);
    const char *name = object->maker_inits ? "malloc" : "calloc";
    LLVMValueRef memory =
        LLVMBuildCall2(c->builder, type, declare_client_function(c, name, type), sizes, n, object->name);
    build_require(c, starter, LLVMBuildIsNotNull(c->builder, memory, ""));
    return memory;
}

/* A function that initialises returns 0 when it succeeds, or true. */
static void require_success(Clients *c, LLVMValueRef starter, LLVMValueRef result)
{
    LLVMTypeRef type = LLVMTypeOf(result);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) return;
    bool is_truth = LLVMGetIntTypeWidth(type) == 1;
    build_require(c, starter,
                  LLVMBuildICmp(c->builder, is_truth ? LLVMIntNE : LLVMIntEQ, result, LLVMConstNull(type), ""));
}

static void build_object(Clients *c, LLVMValueRef starter, ClientObject *object)
{
    size_t n = 0;
    const char *name = object->maker ? LLVMGetValueName2(object->maker, &n) : object->name;
    if (object->is_made) return;
    object->is_made = true; /* first, for structs that need each other */
    for (unsigned k = 0; object->maker && k < LLVMCountParams(object->maker); k++) {
        const ClientObject *other = client_object_of(&c->objects, object->maker, k);
        if (other) build_object(c, starter, &c->objects.list.data[other - c->objects.list.data]);
    }
    for (uint32_t k = 0; k < object->count; k++) {
        if (object->maker) set_place(c, object->maker);
        LLVMValueRef made = object->maker && !object->maker_inits ? NULL : build_memory(c, starter, object);
        LLVMValueRef result = object->maker ? build_call_of(c, name, object->maker, made) : NULL;
        if (!made) build_require(c, starter, LLVMBuildIsNotNull(c->builder, result, ""));
        if (made && result) require_success(c, starter, result);
        LLVMBuildStore(c->builder, made ? made : result, object->places[k]);
    }
}

/* ---- the program ---- */

/* Whether it is called by a thread of its own. */
static bool is_thread(Clients *c, const Client *client)
{
    LLVMValueRef f = LLVMGetNamedFunction(c->module, client->function);
    return !f || (!client_makes(&c->objects, f, client) && !client_ends(&c->objects, f, client));
}

/* Who ends objects is called when all others have ended; where there may be any number it is not called. */
static bool are_ended(Clients *c, const FrontendOptions *options)
{
    for (uint32_t i = 0; i < options->client_count; i++)
        if (is_thread(c, &options->clients[i]) && options->clients[i].are_many) return false;
    return true;
}

static void build_ends(Clients *c, const FrontendOptions *options, const LLVMValueRef *handles)
{
    LLVMTypeRef handle = LLVMIntPtrTypeInContext(c->context, LLVMGetModuleDataLayout(c->module));
    LLVMTypeRef parameters[] = {handle, c->pointer}, type = LLVMFunctionType(c->integer, parameters, 2, false);
    bool has_joined = false;
    for (uint32_t i = 0; i < options->client_count; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(c->module, options->clients[i].function);
        if (!f || !client_ends(&c->objects, f, &options->clients[i])) continue;
        set_place(c, f);
        for (uint32_t k = 0; !has_joined && k < options->client_count; k++) {
            if (!handles[k]) continue;
            LLVMValueRef arguments[] = {LLVMBuildLoad2(c->builder, handle, handles[k], ""), LLVMConstNull(c->pointer)};
            LLVMBuildCall2(c->builder, type, declare_client_function(c, "pthread_join", type), arguments, 2, "");
        }
        has_joined = true;
        const ClientObject *object = client_object_of(&c->objects, f, 0);
        for (uint32_t k = 0; k < object->count; k++)
            build_call_of(c, options->clients[i].function, f,
                          LLVMBuildLoad2(c->builder, c->pointer, object->places[k], ""));
    }
}

static LLVMValueRef build_starter(Clients *c, const FrontendOptions *options)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(c->context), NULL, 0, false);
    LLVMValueRef starter = add_internal_function(c, "start_clients", type);
    LLVMPositionBuilderAtEnd(c->builder, add_client_block(c, starter, "entry"));
    LLVMTypeRef handle = LLVMIntPtrTypeInContext(c->context, LLVMGetModuleDataLayout(c->module));
    LLVMValueRef *handles = run_alloc(c->run, (options->client_count + 1) * sizeof(LLVMValueRef));
    for (uint32_t i = 0; i < options->client_count; i++)
        handles[i] = is_thread(c, &options->clients[i]) ? LLVMBuildAlloca(c->builder, handle, "client") : NULL;
    for (uint32_t i = 0; i < c->objects.list.count; i++)
        build_object(c, starter, &c->objects.list.data[i]);
    for (uint32_t i = 0; i < options->client_count; i++)
        if (handles[i]) build_start(c, starter, handles[i], &options->clients[i]);
    if (are_ended(c, options)) build_ends(c, options, handles);
    LLVMSetCurrentDebugLocation2(c->builder, NULL);
    LLVMBuildRetVoid(c->builder);
    run_release(c->run, handles);
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

/* ---- clients that nobody has named ---- */

/* Whether it takes and returns numbers and pointers only. */
static bool is_callable(LLVMValueRef function)
{
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    bool is = LLVMGetTypeKind(result) == LLVMVoidTypeKind || LLVMGetTypeKind(result) == LLVMPointerTypeKind ||
              number_of_type(result);
    for (unsigned k = 0; k < LLVMCountParams(function); k++) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, k));
        is &= !is_by_value(function, k) && (LLVMGetTypeKind(type) == LLVMPointerTypeKind || number_of_type(type));
    }
    return is;
}

/* Whether a function before has the same role for the same struct: one makes its objects, and one ends them. */
static bool is_repeated(Clients *c, const Client *clients, uint32_t count, LLVMValueRef function, ClientRole role)
{
    const char *name = client_role_struct(c->run, function, role);
    bool found = false;
    for (uint32_t i = 0; name && i < count && !found; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(c->module, clients[i].function);
        ClientRole other = client_role(c->run, f);
        const char *its = client_role_struct(c->run, f, other);
        found = (other == ROLE_ENDS) == (role == ROLE_ENDS) && its && strcmp(its, name) == 0;
    }
    return found;
}

/* Every function that the files offer: who makes objects once before, who ends them afterwards, and of each other one
 * any number of threads. */
static void propose_clients(Clients *c, Client *clients, uint32_t *count, bool *has_uses)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        if (!client_is_offered(f)) continue;
        ClientRole role = client_role(c->run, f);
        bool is_used = role == ROLE_USES;
        if (!is_callable(f) || is_repeated(c, clients, *count, f, role)) continue;
        *has_uses |= is_used;
        clients[(*count)++] = (Client){LLVMGetValueName2(f, &n), is_used};
    }
}

static void say_proposed(Clients *c, const Client *clients, uint32_t count)
{
    Str names;
    str_init(c->run, &names);
    for (uint32_t i = 0; i < count; i++)
        str_addf(&names, "%s%s%s", i ? "," : "", clients[i].function, clients[i].are_many ? ":*" : "");
    diag_add(c->run, SEVERITY_NOTE, (SourcePos){run_strdup(c->run, c->path), 0, 0}, "--entry=auto is --entry=%s here",
             str_text(&names));
    str_clear(&names);
}

/* The options with the functions in the place of "auto", where nothing has that name. */
static FrontendOptions name_clients(Clients *c, const FrontendOptions *options)
{
    FrontendOptions named = *options;
    bool is_auto = options->only_clients && options->client_count == 1 &&
                   strcmp(options->clients[0].function, "auto") == 0 && !LLVMGetNamedFunction(c->module, "auto");
    uint32_t most = 0, count = 0;
    bool has_uses = false;
    if (!is_auto) return named;
    for (LLVMValueRef f = LLVMGetFirstFunction(c->module); f; f = LLVMGetNextFunction(f))
        most++;
    Client *clients = run_alloc(c->run, (most + 1) * sizeof *clients);
    propose_clients(c, clients, &count, &has_uses);
    if (!has_uses) refuse_client(c, "auto", "no function of the files is one that clients may call");
    say_proposed(c, clients, count);
    named.clients = clients;
    named.client_count = count;
    return named;
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

/* What is assumed of objects, and when those are called that end them. */
static const char *objects_text(Clients *c, const FrontendOptions *options)
{
    Str text;
    str_init(c->run, &text);
    str_add(&text, client_objects_text(&c->objects));
    for (uint32_t i = 0; i < options->client_count; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(c->module, options->clients[i].function);
        if (f && client_ends(&c->objects, f, &options->clients[i]))
            str_addf(&text, "; `%s` is %s", options->clients[i].function,
                     are_ended(c, options) ? "called when all have ended" : "called by none of them, and not examined");
    }
    const char *found = run_strdup(c->run, str_text(&text));
    str_clear(&text);
    return found;
}

static void say_clients(Clients *c, const FrontendOptions *options)
{
    static const char with[] =
        "with any numbers that are no addresses, and any addresses but those of the program's that "
        "these functions do not give away";
    Str names;
    str_init(c->run, &names);
    for (uint32_t i = 0; i < options->client_count; i++)
        if (is_thread(c, &options->clients[i]))
            str_addf(&names, "%s`%s` (%s)", *str_text(&names) ? ", " : "", options->clients[i].function,
                     options->clients[i].are_many ? "any number of threads" : "one thread");
    const char *shared = objects_text(c, options);
    Assumption assumed = {run_format(c->run, "from outside only %s is called, %s%s", str_text(&names), with, shared),
                          NULL};
    diag_assume(c->run, SEVERITY_NOTE, first_place(c, options), assumed,
                "from outside only %s is assumed to be called, again and again, %s%s", str_text(&names), with, shared);
}

void client_add(Run *run, LLVMModuleRef module, const char *path, const FrontendOptions *given)
{
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMValueRef function = LLVMGetNamedFunction(module, "main");
    if (!given->client_count) return;
    Clients c = {.run = run,
                 .module = module,
                 .context = context,
                 .builder = LLVMCreateBuilderInContext(context),
                 .path = path,
                 .pointer = LLVMPointerTypeInContext(context, 0),
                 .integer = LLVMInt32TypeInContext(context),
                 .objects = {.run = run, .module = module},
                 .are_pure = given->pure_unknown};
    const FrontendOptions named = name_clients(&c, given), *options = &named;
    client_objects_find(&c.objects, options);
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
