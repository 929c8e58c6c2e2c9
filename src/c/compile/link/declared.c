#include "c/compile/link/declared.h"

#include <string.h>

#include "base/diag.h"
#include "base/vec.h"
#include "c/compile/link/known.h"
#include "c/compile/source.h"
#include "c/library/machine.h"

typedef VEC(LLVMValueRef) Values;

/* ---- weak ---- */

static bool is_undefined_weak(LLVMValueRef global)
{
    return LLVMIsDeclaration(global) && LLVMGetLinkage(global) == LLVMExternalWeakLinkage;
}

static LLVMValueRef named_like(LLVMModuleRef module, LLVMValueRef global)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(global, &n);
    return LLVMIsAFunction(global) ? LLVMGetNamedFunction(module, name) : LLVMGetNamedGlobal(module, name);
}

static void strengthen_weak(LLVMValueRef global, LLVMModuleRef other)
{
    if (!is_undefined_weak(global)) return;
    LLVMValueRef named = named_like(other, global);
    bool is_needed = named && LLVMIsDeclaration(named) && LLVMGetFirstUse(named) && !is_undefined_weak(named);
    if (is_needed) LLVMSetLinkage(global, LLVMExternalLinkage);
}

void declared_strengthen(LLVMModuleRef module, LLVMModuleRef other)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        strengthen_weak(f, other);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        strengthen_weak(g, other);
}

static bool is_library_symbol(LLVMValueRef global)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(global, &n);
    bool is_known = LLVMIsAFunction(global) ? known_function(name) && known_fits(global) : known_variable(name);
    return is_known || machine_has(name);
}

/* An instruction that has the value among its operands, perhaps inside of constants; NULL: none. */
static LLVMValueRef first_user(LLVMValueRef value)
{
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user) || LLVMIsAGlobalVariable(user)) return user;
        if (LLVMIsAConstant(user) && !LLVMIsAGlobalValue(user) && first_user(user)) return first_user(user);
    }
    return NULL;
}

static void say_weak_undefined(Run *run, Sources *sources, LLVMValueRef global)
{
    static const Assumption assumed = {"what is weak and defined nowhere is NULL", NULL};
    size_t n = 0;
    LLVMValueRef user = first_user(global);
    SourcePos pos = user ? sources_pos(sources, user) : (SourcePos){NULL, 0, 0};
    diag_assume(run, SEVERITY_NOTE, (SourcePos){pos.file, pos.line, 0}, assumed,
                "`%s` is weak and defined nowhere: its address is NULL", LLVMGetValueName2(global, &n));
}

/* The bounds of a section are the linker's (c/compile/image/sets.h), which also knows whether there is one. */
static bool is_section_bound(LLVMValueRef global)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(global, &n);
    return strncmp(name, "__start_", 8) == 0 || strncmp(name, "__stop_", 7) == 0;
}

/* A call of it is a call through NULL. */
static void settle_weak(Run *run, Sources *sources, LLVMValueRef global)
{
    if (is_library_symbol(global)) {
        LLVMSetLinkage(global, LLVMExternalLinkage);
        return;
    }
    if (LLVMGetFirstUse(global)) say_weak_undefined(run, sources, global);
    LLVMReplaceAllUsesWith(global, LLVMConstNull(LLVMTypeOf(global)));
    if (LLVMIsAFunction(global))
        LLVMDeleteFunction(global);
    else
        LLVMDeleteGlobal(global);
}

void declared_settle_weak(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count)
{
    Values weak = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (is_undefined_weak(f)) vec_push(run, &weak, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (is_undefined_weak(g) && !is_section_bound(g)) vec_push(run, &weak, g);
    Sources *sources = weak.count ? sources_new(run, paths, count) : NULL;
    for (uint32_t i = 0; i < weak.count; i++)
        settle_weak(run, sources, weak.data[i]);
    vec_free(run, &weak);
}

/* ---- names of the library ---- */

static bool is_defined_in(LLVMModuleRef module, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    return (f && !LLVMIsDeclaration(f)) || LLVMGetNamedGlobalAlias(module, name, strlen(name));
}

static bool is_defined_somewhere(LLVMModuleRef *modules, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (modules[i] && is_defined_in(modules[i], name)) return true;
    return false;
}

void declared_rename(Run *run, LLVMModuleRef module, LLVMModuleRef *modules, uint32_t count)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t n = 0;
        const char *name = LLVMGetValueName2(f, &n);
        if (!LLVMIsDeclaration(f) || known_fits(f) || is_defined_somewhere(modules, count, name)) continue;
        const char *own = run_format(run, DECLARED_PREFIX "%s", name);
        LLVMSetValueName2(f, own, strlen(own));
    }
}
