/* Several files become one module: compiled for one data model, linked, rewritten for lowering. */
#include "frontend/module/client.h"
#include "frontend/module/link.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "frontend/assembly/replace.h"
#include "frontend/module/byval.h"
#include "frontend/module/driver.h"
#include "frontend/module/folded.h"
#include "frontend/module/halves.h"
#include "frontend/module/intrinsics.h"
#include "frontend/module/messages.h"
#include "frontend/places/place.h"
#include "frontend/module/plain.h"
#include "frontend/module/unroll.h"

typedef struct Loaded {
    LLVMContextRef context;
    LLVMModuleRef module;
    const char *message; /* of the context's diagnostic handler */
    Run *run;
} Loaded;

static void loaded_free(void *arg)
{
    Loaded *loaded = arg;
    if (loaded->module) LLVMDisposeModule(loaded->module);
    LLVMContextDispose(loaded->context);
}

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *arg)
{
    Loaded *loaded = arg;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError || loaded->message) return;
    char *text = LLVMGetDiagInfoDescription(info);
    loaded->message = run_strdup(loaded->run, text);
    LLVMDisposeMessage(text);
}

/* Does LLVM take the module for one? */
static bool module_is_valid(LLVMModuleRef module) { return !LLVMVerifyModule(module, LLVMReturnStatusAction, NULL); }

/* Are both made for one data model? */
static bool modules_agree(LLVMModuleRef a, LLVMModuleRef b)
{
    return strcmp(LLVMGetDataLayoutStr(a), LLVMGetDataLayoutStr(b)) == 0 &&
           LLVMGetModuleContext(a) == LLVMGetModuleContext(b);
}

_Noreturn static void refuse_input(Run *run, const char *path, const char *what)
{
    diag_add(run, SEVERITY_ERROR, (SourcePos){run_strdup(run, path), 0, 0}, "%s", what);
    run_stop(run, STOP_INPUT, "%s: %s", path, what);
}

static bool has_main(LLVMModuleRef module)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, "main");
    return function && !LLVMIsDeclaration(function);
}

static LLVMModuleRef read_module(Run *run, Loaded *loaded, const char *path, const Bitcode *bitcode)
{
    CHECK(bitcode->data && bitcode->length > 0);
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(bitcode->data, bitcode->length, path, 0);
    LLVMModuleRef module = NULL;
    bool failed = LLVMParseBitcodeInContext2(loaded->context, buffer, &module);
    LLVMDisposeMemoryBuffer(buffer);
    if (failed) refuse_input(run, path, loaded->message ? loaded->message : "clang-19 wrote no valid bitcode");
    return module;
}

static void link_module(Run *run, Loaded *loaded, const char *path, LLVMModuleRef module)
{
    CHECK(modules_agree(loaded->module, module));
    if (has_main(loaded->module) && has_main(module))
        refuse_input(run, path, "a function main, and another file before it has one, too: a program has one main");
    if (LLVMLinkModules2(loaded->module, module))
        refuse_input(run, path, loaded->message ? loaded->message : "cannot be linked with the other files");
}

static bool is_defined(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return !LLVMIsDeclaration(global) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

static bool is_weak(LLVMValueRef global)
{
    LLVMLinkage linkage = LLVMGetLinkage(global);
    return linkage == LLVMWeakAnyLinkage || linkage == LLVMWeakODRLinkage;
}

/* Whether a definition is one that the program needs: it has none, or one that gives way. */
static bool is_missing(LLVMValueRef used, LLVMValueRef definition)
{
    if (!used || !is_defined(definition)) return false;
    return LLVMIsDeclaration(used) ? LLVMGetFirstUse(used) != NULL : is_weak(used) && !is_weak(definition);
}

/* The name of a function or variable that a module defines and the program needs; NULL: there is none. */
static const char *needed_name(LLVMModuleRef program, LLVMModuleRef module)
{
    size_t n = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (is_missing(LLVMGetNamedFunction(program, LLVMGetValueName2(f, &n)), f)) return LLVMGetValueName2(f, &n);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (is_missing(LLVMGetNamedGlobal(program, LLVMGetValueName2(g, &n)), g)) return LLVMGetValueName2(g, &n);
    return NULL;
}

/* What runs before and after main runs whether anybody needs it or not, if the file is part of the program. */
static bool runs_by_itself(LLVMModuleRef module)
{
    return LLVMGetNamedGlobal(module, "llvm.global_ctors") || LLVMGetNamedGlobal(module, "llvm.global_dtors");
}

static bool defines(LLVMModuleRef module, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(module, name), g = LLVMGetNamedGlobal(module, name);
    return (f && is_defined(f)) || (g && is_defined(g));
}

/* The name of a function of the module that clients call; NULL: they call none. */
static const char *called_name(LLVMModuleRef module, const FrontendOptions *options)
{
    for (uint32_t i = 0; i < options->client_count; i++)
        if (defines(module, options->clients[i].function)) return options->clients[i].function;
    return NULL;
}

/* Nothing says which files make one program: where there is a choice, which one was made is said. */
static void warn_of_others(Run *run, const char *const *paths, uint32_t count, LLVMModuleRef *modules, uint32_t taken,
                           const char *name)
{
    for (uint32_t k = taken + 1; k < count; k++)
        if (modules[k] && defines(modules[k], name))
            diag_add(run, SEVERITY_WARNING, (SourcePos){run_strdup(run, paths[taken]), 0, 0},
                     "`%s` is taken from here, and %s defines it, too: name the files of the program if that is wrong",
                     name, paths[k]);
}

/* Links what is needed, and what that needs. Those that are not are gone. */
static void link_needed(Run *run, Loaded *loaded, const char *const *paths, uint32_t count, LLVMModuleRef *modules,
                        const FrontendOptions *options)
{
    for (bool has_more = true; has_more;) {
        has_more = false;
        for (uint32_t i = 1; i < count; i++) {
            const char *name = modules[i] ? needed_name(loaded->module, modules[i]) : NULL;
            if (modules[i] && !name) name = called_name(modules[i], options);
            if (!name && !(modules[i] && runs_by_itself(modules[i]))) continue;
            if (name) warn_of_others(run, paths, count, modules, i, name);
            LLVMModuleRef module = modules[i];
            modules[i] = NULL;
            link_module(run, loaded, paths[i], module);
            has_more = true;
        }
    }
    for (uint32_t i = 1; i < count; i++)
        if (modules[i]) LLVMDisposeModule(modules[i]);
}

static bool is_library(const FrontendOptions *options, const char *path)
{
    for (uint32_t i = 0; i < options->needed_count; i++)
        if (strcmp(options->needed[i], path) == 0) return true;
    return false;
}

/* What is static, and called by nobody, would be left out when files are linked. */
static void keep_called(LLVMModuleRef module, const FrontendOptions *options)
{
    for (uint32_t i = 0; i < options->client_count; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, options->clients[i].function);
        if (f && LLVMGetLinkage(f) == LLVMInternalLinkage) LLVMSetLinkage(f, LLVMExternalLinkage);
    }
}

static void link_all(Run *run, Loaded *loaded, const char *const *paths, uint32_t count, Bitcode *bitcodes,
                     const FrontendOptions *options)
{
    LLVMModuleRef *modules = run_alloc(run, (count + 1) * sizeof *modules);
    for (uint32_t i = 0; i < count; i++) {
        run_poll(run);
        modules[i] = read_module(run, loaded, paths[i], &bitcodes[i]);
        run_release(run, bitcodes[i].data);
        keep_called(modules[i], options);
        if (i > 0 && is_library(options, paths[i])) continue;
        if (i == 0)
            loaded->module = modules[0];
        else
            link_module(run, loaded, paths[i], modules[i]);
        modules[i] = NULL;
    }
    link_needed(run, loaded, paths, count, modules, options);
    run_release(run, modules);
}

/* With the flags that are the file's own, behind those of all. */
static FrontendOptions options_of(Run *run, const FrontendOptions *options, const char *path)
{
    FrontendOptions own = *options;
    const char **flags = run_alloc(run, (options->flag_count + options->file_flag_count + 1) * sizeof *flags);
    own.flag_count = 0;
    for (uint32_t i = 0; i < options->flag_count; i++)
        flags[own.flag_count++] = options->flags[i];
    for (uint32_t i = 0; i < options->file_flag_count; i++)
        if (strcmp(options->file_flags[i].path, path) == 0) flags[own.flag_count++] = options->file_flags[i].flag;
    own.flags = flags;
    return own;
}

static DataModel check_files(Run *run, const char *const *paths, uint32_t count)
{
    DataModel model = MODEL_HOST;
    for (uint32_t i = 0; i < count; i++) {
        DataModel own = driver_check_file(run, paths[i]);
        model = own == MODEL_HOST ? model : own;
    }
    return model;
}

/* Compiles all files for one data model; false when the other one is to be tried. */
static bool compile_all(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options,
                        DataModel model, bool may_retry, Bitcode *bitcodes)
{
    bool retry = false;
    for (uint32_t i = 0; i < count && !retry; i++) {
        run_progress(run, "compiling %s", paths[i]);
        FrontendOptions own = options_of(run, options, paths[i]);
        bitcodes[i] = driver_compile(run, paths[i], &own, model, may_retry ? &retry : NULL);
    }
    return !retry;
}

static void check_constants(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options,
                            DataModel model)
{
    for (uint32_t i = 0; i < count; i++) {
        FrontendOptions own = options_of(run, options, paths[i]);
        Bitcode checked = driver_compile_checked(run, paths[i], &own, model);
        folded_check(run, paths[i], &checked);
        run_release(run, checked.data);
    }
}

LLVMModuleRef link_files(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options)
{
    CHECK(intrinsics_are_findable());
    DataModel model = check_files(run, paths, count);
    Bitcode *bitcodes = run_alloc(run, (count + 1) * sizeof *bitcodes);
    if (!compile_all(run, paths, count, options, model, true, bitcodes)) {
        model = model == MODEL_ILP32 ? MODEL_LP64 : MODEL_ILP32;
        compile_all(run, paths, count, options, model, false, bitcodes);
    }
    if (options->properties & PROPERTY_BIT(PROPERTY_NO_OVERFLOW)) check_constants(run, paths, count, options, model);
    Loaded *loaded = run_alloc(run, sizeof *loaded);
    loaded->run = run;
    loaded->context = LLVMContextCreate();
    LLVMContextSetDiagnosticHandler(loaded->context, on_diagnostic, loaded);
    run_on_free(run, loaded_free, loaded);
    Undeclared undeclared = {0};
    for (uint32_t i = 0; i < count; i++)
        messages_read(run, paths[i], bitcodes[i].messages, &undeclared);
    link_all(run, loaded, paths, count, bitcodes, options);
    messages_require_defined(run, loaded->module, &undeclared, options);
    places_mark(run, loaded->module, options->places, options->place_count);
    client_add(run, loaded->module, paths[0], options);
    run_release(run, bitcodes);
    LLVMSetIsNewDbgInfoFormat(loaded->module, 0); /* dbg.declare as calls, which the C API can read */
    CHECK(module_is_valid(loaded->module));
    assembly_replace(loaded->module);
    CHECK(module_is_valid(loaded->module));
    plain_module(run, loaded->module);
    CHECK(module_is_valid(loaded->module));
    byval_make_copies(loaded->module);
    CHECK(module_is_valid(loaded->module));
    if (options->granularity == GRANULARITY_ACCESS) halves_split(loaded->module);
    CHECK(module_is_valid(loaded->module));
    if (!options->keeps_loops) unroll_module(run, loaded->module);
    CHECK(module_is_valid(loaded->module));
    return loaded->module;
}

/* The functions of llvm.global_ctors, by priority, which are called before main: as if main called them first. */
static bool call_constructors(Run *run, LLVMModuleRef module, LLVMValueRef list)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, "main"), entries = LLVMGetInitializer(list);
    if (!function || LLVMIsDeclaration(function)) return true; /* said elsewhere */
    unsigned n = (unsigned)LLVMGetNumOperands(entries);
    bool *is_done = run_alloc(run, (n + 1) * sizeof *is_done);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    bool is_complete = LLVMIsAConstantArray(entries) != NULL;
    for (unsigned k = 0; k < n && is_complete; k++) {
        unsigned next = n;
        uint64_t first = UINT64_MAX;
        for (unsigned i = 0; i < n; i++) {
            uint64_t priority = LLVMConstIntGetZExtValue(LLVMGetOperand(LLVMGetOperand(entries, i), 0));
            if (is_done[i] || priority >= first) continue;
            next = i;
            first = priority;
        }
        is_done[next] = true;
        LLVMValueRef called = LLVMGetOperand(LLVMGetOperand(entries, next), 1);
        is_complete = LLVMIsAFunction(called) && LLVMCountParams(called) == 0;
        if (is_complete) LLVMBuildCall2(builder, LLVMGlobalGetValueType(called), called, NULL, 0, "");
    }
    LLVMDisposeBuilder(builder);
    run_release(run, is_done);
    return is_complete;
}

/* The functions of llvm.global_dtors, which run when the program ends: as if main told atexit about them first. */
static bool register_destructors(LLVMModuleRef module, LLVMValueRef list)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, "main"), entries = LLVMGetInitializer(list);
    LLVMValueRef tell = LLVMGetNamedFunction(module, "atexit");
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMInt32TypeInContext(context), &pointer, 1, false);
    if (!function || LLVMIsDeclaration(function)) return true; /* said elsewhere */
    if (!LLVMIsAConstantArray(entries)) return false;
    if (!tell) tell = LLVMAddFunction(module, "atexit", type);
    if (!LLVMIsDeclaration(tell) || LLVMGlobalGetValueType(tell) != type) return false;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(entries); k++) {
        LLVMValueRef called = LLVMGetOperand(LLVMGetOperand(entries, k), 1);
        LLVMBuildCall2(builder, type, tell, &called, 1, "");
    }
    LLVMDisposeBuilder(builder);
    return true;
}

void link_call_constructors(Run *run, LLVMModuleRef module, const char *path)
{
    LLVMValueRef first = LLVMGetNamedGlobal(module, "llvm.global_ctors");
    LLVMValueRef last = LLVMGetNamedGlobal(module, "llvm.global_dtors");
    bool is_called = !last || register_destructors(module, last);
    if (first) is_called &= call_constructors(run, module, first);
    if (is_called) return;
    diag_add(run, SEVERITY_ERROR, (SourcePos){run_strdup(run, path), 0, 0},
             "functions that run before or after main are not supported in this form; call them from main");
    run_stop(run, STOP_UNSUPPORTED, "%s: functions that run before or after main are not supported", path);
}

LLVMValueRef link_find_main(Run *run, LLVMModuleRef module, const char *path)
{
    if (!has_main(module))
        refuse_input(run, path,
                     "no function main, where the program begins: add the file that has it, or one that calls "
                     "what is to be checked, or name functions that any number of threads call (--entry=F:*,G:*)");
    return LLVMGetNamedFunction(module, "main");
}
