/* Several files become one module: linked as a linker does it, and rewritten for lowering. */
#include "frontend/link/link.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "base/check.h"
#include "base/diag.h"
#include "frontend/assembly/replace.h"
#include "frontend/link/client.h"
#include "frontend/link/compile.h"
#include "frontend/link/declared.h"
#include "frontend/link/own.h"
#include "frontend/link/startup.h"
#include "frontend/module/byval.h"
#include "frontend/module/halves.h"
#include "frontend/module/intrinsics.h"
#include "frontend/module/plain.h"
#include "frontend/module/unroll.h"

/* Does LLVM take the module for one? */
static bool module_is_valid(LLVMModuleRef module) { return !LLVMVerifyModule(module, LLVMReturnStatusAction, NULL); }

/* Are both made for one data model? */
static bool modules_agree(LLVMModuleRef a, LLVMModuleRef b)
{
    return strcmp(LLVMGetDataLayoutStr(a), LLVMGetDataLayoutStr(b)) == 0 &&
           LLVMGetModuleContext(a) == LLVMGetModuleContext(b);
}

static bool has_main(LLVMModuleRef module)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, "main");
    return function && !LLVMIsDeclaration(function);
}

static void link_module(Run *run, Loaded *loaded, const char *path, LLVMModuleRef module)
{
    CHECK(modules_agree(loaded->module, module));
    if (has_main(loaded->module) && has_main(module))
        compile_refuse(run, path, "a function main, and another file before it has one, too: a program has one main");
    declared_strengthen(loaded->module, module);
    declared_strengthen(module, loaded->module);
    if (LLVMLinkModules2(loaded->module, module))
        compile_refuse(run, path, loaded->message ? loaded->message : "cannot be linked with the other files");
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

/* Linkers take a file of a library for nothing that is weak, but objects that are named as they are. */
static void say_weak(Run *run, LLVMModuleRef program, const char *path, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(program, name), used = f ? f : LLVMGetNamedGlobal(program, name);
    if (!used || !(is_weak(used) || LLVMGetLinkage(used) == LLVMExternalWeakLinkage)) return;
    Assumption assumed = {"files that define what is weak belong to the program", NULL};
    diag_assume(run, SEVERITY_NOTE, (SourcePos){run_strdup(run, path), 0, 0}, assumed,
                "`%s` is weak elsewhere: this file, which defines it, is taken to belong to the program", name);
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
            if (name) say_weak(run, loaded->module, paths[i], name);
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

static void link_all(Run *run, Loaded *loaded, const char *const *paths, uint32_t count, LLVMModuleRef *modules,
                     const FrontendOptions *options)
{
    for (uint32_t i = 0; i < count; i++) {
        run_poll(run);
        startup_gather(run, modules[i], paths[i]);
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

/* What the linked program is before anybody looks at it. */
static void settle(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count,
                   const FrontendOptions *options)
{
    declared_settle_weak(run, module, paths, count);
    client_add(run, module, paths[0], options);
    declared_rename(run, module);
    own_replace_builtins(module);
    LLVMSetIsNewDbgInfoFormat(module, 0); /* dbg.declare as calls, which the C API can read */
    CHECK(module_is_valid(module));
}

LLVMModuleRef link_files(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options)
{
    Loaded *loaded = NULL;
    CHECK(intrinsics_are_findable());
    LLVMModuleRef *modules = compile_files(run, paths, count, options, &loaded);
    link_all(run, loaded, paths, count, modules, options);
    LLVMModuleRef module = loaded->module;
    settle(run, module, paths, count, options);
    assembly_replace(module);
    CHECK(module_is_valid(module));
    plain_module(run, module);
    CHECK(module_is_valid(module));
    byval_make_copies(module);
    CHECK(module_is_valid(module));
    if (options->granularity == GRANULARITY_ACCESS) halves_split(module);
    CHECK(module_is_valid(module));
    if (!options->keeps_loops) unroll_module(run, module);
    CHECK(module_is_valid(module));
    return module;
}

void link_call_constructors(Run *run, LLVMModuleRef module, const char *path) { startup_call(run, module, path); }

LLVMValueRef link_find_main(Run *run, LLVMModuleRef module, const char *path)
{
    if (!has_main(module))
        compile_refuse(run, path,
                       "no function main, where the program begins: add the file that has it, or one that calls "
                       "what is to be checked, or name functions that any number of threads call (--entry=F:*,G:*)");
    return LLVMGetNamedFunction(module, "main");
}
