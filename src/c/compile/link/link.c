/* Several files become one module: linked as a linker does it, and rewritten for lowering. */
#include "c/compile/link/streams.h"
#include "c/compile/link/link.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "base/check.h"
#include "base/ctext.h"
#include "base/diag.h"
#include "c/compile/assembly/replace.h"
#include "c/compile/byval.h"
#include "c/compile/compiled_out.h"
#include "c/compile/halves.h"
#include "c/compile/intrinsics.h"
#include "c/compile/libcalls.h"
#include "c/compile/link/bodies.h"
#include "c/compile/link/counted.h"
#include "c/compile/link/client.h"
#include "c/compile/link/compile.h"
#include "c/compile/link/declared.h"
#include "c/compile/link/known.h"
#include "c/compile/link/needed.h"
#include "c/compile/link/order.h"
#include "c/compile/link/own.h"
#include "c/compile/link/startup.h"
#include "c/compile/link_place.h"
#include "c/compile/places/place.h"
#include "c/compile/plain.h"
#include "c/compile/unroll.h"
#include "c/compile/volatile.h"
#include "c/compile/unwind.h"

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

static Unit positioned_unit(const FrontendOptions *options, uint32_t i)
{
    Unit u = i < options->unit_count ? options->units[i] : (Unit){.output = NULL};
    if (!u.position) u.position = i + 1;
    return u;
}

/* The unit's module becomes a part of the program, at its position. */
static void link_module(Run *run, Loaded *loaded, const char *const *paths, uint32_t unit, LLVMModuleRef module,
                        const FrontendOptions *options)
{
    const char *path = paths[unit];
    uint32_t position = positioned_unit(options, unit).position;
    compiled_out_tell(run, path, unit, options);
    messages_read(run, path, loaded->messages[unit], &loaded->undeclared);
    link_place_note(module, position);
    order_weak(run, loaded->module, module, position, &loaded->weak);
    if (!loaded->module) {
        loaded->module = module;
        return;
    }
    CHECK(modules_agree(loaded->module, module));
    if (has_main(loaded->module) && has_main(module))
        compile_refuse(run, path, "a function main, and another file before it has one, too: a program has one main");
    declared_strengthen(loaded->module, module);
    declared_strengthen(module, loaded->module);
    if (LLVMLinkModules2(loaded->module, module))
        compile_refuse(run, path, loaded->message ? loaded->message : "cannot be linked with the other files");
}

/* Links what is needed, and what that needs. Those that are not are gone. */
static void link_needed(Run *run, Loaded *loaded, const char *const *paths, uint32_t count, LLVMModuleRef *modules,
                        const FrontendOptions *options)
{
    Needed *needed = needed_new(run, loaded->module, paths, modules, count, options, &loaded->weak);
    for (uint32_t i = needed_next(needed); i; i = needed_next(needed)) {
        LLVMModuleRef module = modules[i];
        modules[i] = NULL;
        if (positioned_unit(options, i).problem) compile_refuse(run, paths[i], positioned_unit(options, i).problem);
        link_module(run, loaded, paths, i, module, options);
    }
    needed_free(needed);
    for (uint32_t i = 1; i < count; i++)
        if (modules[i]) LLVMDisposeModule(modules[i]);
}

/* What is static, and called by nobody, would be left out when files are linked. */
static void keep_called(LLVMModuleRef module, const FrontendOptions *options)
{
    for (uint32_t i = 0; i < options->client_count; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, options->clients[i].function);
        if (f && LLVMGetLinkage(f) == LLVMInternalLinkage) LLVMSetLinkage(f, LLVMExternalLinkage);
    }
}

/* The function of the program without a body that a file seems to define; NULL: there is none. */
static const char *missing_there(Run *run, LLVMModuleRef program, const char *path)
{
    char *text = ctext_read(run, path);
    const char *found = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(program); f && text && !found; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        const char *name = LLVMGetValueName2(f, &n);
        bool is_missing = LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !known_function(name);
        if (is_missing && ctext_defines(text, name)) found = name;
    }
    if (text) run_release(run, text);
    return found;
}

/* A file that does not compile is left out, but not if the program would be another one without it. */
static void check_left_out(Run *run, const Loaded *loaded, const char *const *paths, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const char *name = loaded->problems[i] ? missing_there(run, loaded->module, paths[i]) : NULL;
        if (!name) continue;
        compile_refuse(run, paths[i],
                       run_format(run, "the program needs `%s`, which this file has, and it does not compile: %s", name,
                                  loaded->problems[i]));
    }
}

/* Whether it has constructors, or members of a set. */
static bool runs_by_itself(LLVMModuleRef module)
{
    bool found = LLVMGetNamedGlobal(module, "llvm.global_ctors") != NULL;
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g && !found; g = LLVMGetNextGlobal(g))
        found = LLVMGetSection(g) && *LLVMGetSection(g) && strncmp(LLVMGetSection(g), "llvm.", 5) != 0;
    return found;
}

/* The same file, compiled in the same way for another object, is not linked again: mostly that is another program's. It
 * makes a difference only where something of it runs by itself. */
static void say_repeated(Run *run, const Loaded *loaded, const char *const *paths, uint32_t count,
                         LLVMModuleRef *modules)
{
    static const Assumption assumed = {"a file that is compiled twice in the same way is linked once", NULL};
    for (uint32_t i = 1; i < count; i++) {
        uint32_t k = 0;
        while (k < i && (!modules[k] || strcmp(paths[k], paths[i]) != 0))
            k++;
        if (modules[i] || loaded->problems[i] || k == i || !runs_by_itself(modules[k])) continue;
        diag_assume(
            run, SEVERITY_NOTE, (SourcePos){run_strdup(run, paths[i]), 0, 0}, assumed,
            "is compiled twice in the same way, and something of it runs by itself: it is taken to be linked once");
    }
}

static void link_all(Run *run, Loaded *loaded, const char *const *paths, uint32_t count, LLVMModuleRef *modules,
                     const FrontendOptions *options)
{
    say_repeated(run, loaded, paths, count, modules);
    for (uint32_t i = 0; i < count; i++)
        if (modules[i]) declared_rename(run, modules[i], modules, count);
    for (uint32_t i = 0; i < count; i++) {
        run_poll(run);
        if (!modules[i]) continue;
        startup_gather(run, modules[i], paths[i], positioned_unit(options, i).position);
        keep_called(modules[i], options);
        if (i > 0 && positioned_unit(options, i).is_needed) continue;
        link_module(run, loaded, paths, i, modules[i], options);
        modules[i] = NULL;
    }
    link_needed(run, loaded, paths, count, modules, options);
    check_left_out(run, loaded, paths, count);
    run_release(run, modules);
}

/* What the linked program is before anybody looks at it. */
static void settle_program(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count,
                           const FrontendOptions *options)
{
    places_mark(run, module, options->places, options->place_count);
    declared_settle_weak(run, module, paths, count);
    client_add(run, module, paths[0], options);
    declared_rename(run, module, NULL, 0);
    own_replace_builtins(module);
    LLVMSetIsNewDbgInfoFormat(module, 0); /* dbg.declare as calls, which the C API can read */
    CHECK(module_is_valid(module));
}

bool link_defines_main(Run *run, const char *path, const FrontendOptions *options)
{
    Loaded *loaded = NULL;
    return has_main(compile_first(run, path, options, &loaded));
}

LLVMModuleRef link_files(Run *run, const char *const *paths, uint32_t count, const FrontendOptions *options)
{
    Loaded *loaded = NULL;
    CHECK(intrinsics_are_findable());
    LLVMModuleRef *modules = compile_files(run, paths, count, options, &loaded);
    link_all(run, loaded, paths, count, modules, options);
    LLVMModuleRef module = loaded->module;
    if (options->bodies != BODIES_NONE) bodies_link(run, module, options);
    const PropertySet memory =
        PROPERTY_BIT(PROPERTY_VALID_DEREF) | PROPERTY_BIT(PROPERTY_VALID_FREE) | PROPERTY_BIT(PROPERTY_VALID_MEMTRACK);
    if (options->properties & memory) counted_use(module);
    streams_define(module);
    messages_require_defined(run, module, &loaded->undeclared, options);
    settle_program(run, module, paths, count, options);
    if (options->relaxes_volatile) volatile_relax(run, module, paths, count);
    unwind_remove(run, module);
    CHECK(module_is_valid(module));
    libcalls_replace(module);
    CHECK(module_is_valid(module));
    assembly_replace(module);
    CHECK(module_is_valid(module));
    plain_module(run, module);
    CHECK(module_is_valid(module));
    byval_make_copies(module);
    CHECK(module_is_valid(module));
    if (options->granularity == GRANULARITY_ACCESS) halves_split(module);
    CHECK(module_is_valid(module));
    uint32_t rounds = options->keeps_loops ? 0 : unroll_module(run, module);
    if (options->rounds) *options->rounds = rounds;
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
