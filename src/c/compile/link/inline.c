/* Without optimisation the compiler gives the body of an inline definition only where each call must be replaced by it
 * (always_inline). So a file that calls what nobody defines is compiled once more with all functions being of
 * that kind: code generation looks at the attribute for nothing else when no pass runs. Each file that has an inline
 * definition calls its own, as it would where calls are replaced; a file that has none calls the first one.
 *
 * What the library has is the library's: its headers have inline definitions of it, which do the same. */
#include "c/compile/link/inline.h"

#include <string.h>

#include "base/check.h"
#include "c/compile/intrinsics.h"
#include "c/compile/link/known.h"

static const char *global_name(LLVMValueRef global)
{
    size_t n = 0;
    return LLVMGetValueName2(global, &n);
}

/* ---- what is missing ---- */

static bool is_function_for_others(LLVMValueRef function)
{
    LLVMLinkage linkage = function ? LLVMGetLinkage(function) : LLVMInternalLinkage;
    return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
           linkage != LLVMAvailableExternallyLinkage && !LLVMIsDeclaration(function);
}

static bool is_name_defined(LLVMModuleRef *modules, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++)
        if (modules[i] && (is_function_for_others(LLVMGetNamedFunction(modules[i], name)) ||
                           LLVMGetNamedGlobalAlias(modules[i], name, strlen(name))))
            return true;
    return false;
}

static const InlineChoice *choice_find(const InlineChoices *made, uint32_t file, const char *name)
{
    for (uint32_t i = 0; i < made->count; i++)
        if (made->data[i].file == file && strcmp(made->data[i].name, name) == 0) return &made->data[i];
    return NULL;
}

static bool is_chosen(const InlineChoices *made, const char *name)
{
    for (uint32_t i = 0; i < made->count; i++)
        if (made->data[i].is_for_all && strcmp(made->data[i].name, name) == 0) return true;
    return false;
}

static bool is_missing_name(LLVMModuleRef *modules, uint32_t count, const char *name)
{
    bool is_known = known_function(name) || intrinsic_find(name, true) != INTRINSIC_NONE;
    return !is_known && !is_name_defined(modules, count, name);
}

static bool is_missing_function(LLVMModuleRef *modules, uint32_t count, LLVMValueRef function)
{
    const char *name = global_name(function);
    if (!LLVMIsDeclaration(function) || !LLVMGetFirstUse(function)) return false;
    if (LLVMGetLinkage(function) == LLVMExternalWeakLinkage || strncmp(name, "llvm.", 5) == 0) return false;
    return is_missing_name(modules, count, name);
}

/* Clients call functions that nobody in the program may call. */
static bool is_called_by_client(const FrontendOptions *options, const char *name)
{
    for (uint32_t i = 0; i < options->client_count; i++)
        if (strcmp(options->clients[i].function, name) == 0) return true;
    return false;
}

bool inline_is_missing(LLVMModuleRef *modules, uint32_t count, uint32_t file, const FrontendOptions *options)
{
    for (uint32_t i = 0; i < options->client_count; i++)
        if (is_missing_name(modules, count, options->clients[i].function)) return true;
    for (LLVMValueRef f = LLVMGetFirstFunction(modules[file]); f; f = LLVMGetNextFunction(f))
        if (is_missing_function(modules, count, f)) return true;
    return false;
}

/* ---- choices ---- */

/* What the compiler calls a body of a function that it knows itself. */
static bool is_known_body(LLVMValueRef function)
{
    const char *name = global_name(function);
    size_t n = strlen(name);
    return LLVMGetLinkage(function) == LLVMInternalLinkage && n > 7 && strcmp(name + n - 7, ".inline") == 0;
}

/* An inline definition, whose body the compiler gives beside the function that is declared. */
static bool is_inline_body(LLVMValueRef function)
{
    if (LLVMIsDeclaration(function)) return false;
    return LLVMGetLinkage(function) == LLVMAvailableExternallyLinkage || is_known_body(function);
}

/* Also those that only other bodies call, which the file has not called without them. */
bool inline_choose(Run *run, LLVMModuleRef *modules, uint32_t count, uint32_t file, LLVMModuleRef second,
                   const FrontendOptions *options, InlineChoices *made)
{
    bool found = false;
    const uint32_t before = made->count;
    for (LLVMValueRef f = LLVMGetFirstFunction(second); f; f = LLVMGetNextFunction(f)) {
        const char *name = global_name(f);
        if (!is_inline_body(f)) continue;
        LLVMValueRef first = LLVMGetNamedFunction(modules[file], name);
        bool has_body = first && !LLVMIsDeclaration(first);
        if (!has_body && (is_known_body(f) || !is_missing_name(modules, count, name))) continue;
        found |= !has_body && (first || is_called_by_client(options, name));
        InlineChoice choice = {run_strdup(run, name), file, !has_body && !is_chosen(made, name)};
        vec_push(run, made, choice);
    }
    if (!found) made->count = before;
    return found;
}

/* ---- modules ---- */

static bool is_callee(LLVMValueRef user, LLVMValueRef function)
{
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function) return false;
    for (unsigned k = 0; k < LLVMGetNumArgOperands(user); k++)
        if (LLVMGetOperand(user, k) == function) return false;
    return true;
}

/* The function becomes one that is only declared. The declaration. */
static LLVMValueRef declaration_of(Run *run, LLVMValueRef function)
{
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    const char *name = run_strdup(run, global_name(function));
    LLVMSetValueName2(function, "", 0);
    LLVMValueRef declared = LLVMAddFunction(module, name, LLVMGlobalGetValueType(function));
    LLVMReplaceAllUsesWith(function, declared);
    return declared;
}

/* Calls have the body; whose address is taken is the function that another file defines. */
static void keep_for_calls(Run *run, LLVMValueRef function)
{
    bool is_taken = false;
    for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u))
        is_taken |= !is_callee(LLVMGetUser(u), function);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    if (!is_taken) return;
    const char *name = run_strdup(run, global_name(function));
    LLVMValueRef declared = declaration_of(run, function);
    LLVMSetValueName2(function, name, strlen(name)); /* with a number behind it */
    for (LLVMUseRef u = LLVMGetFirstUse(declared), next; u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        if (is_callee(user, declared)) LLVMSetOperand(user, (unsigned)LLVMGetNumOperands(user) - 1, function);
    }
}

static void settle_inline(Run *run, LLVMValueRef function, bool is_second, const InlineChoice *choice)
{
    if (choice && choice->is_for_all) {
        LLVMSetLinkage(function, LLVMExternalLinkage);
    } else if (choice || !is_second) {
        keep_for_calls(run, function);
    } else {
        declaration_of(run, function);
        LLVMDeleteFunction(function);
    }
}

static void drop_known_body(Run *run, LLVMValueRef function)
{
    LLVMModuleRef module = LLVMGetGlobalParent(function);
    const char *name = global_name(function);
    const char *plain = run_strndup(run, name, strlen(name) - 7);
    LLVMValueRef declared = LLVMGetNamedFunction(module, plain);
    if (!declared) declared = LLVMAddFunction(module, plain, LLVMGlobalGetValueType(function));
    LLVMReplaceAllUsesWith(function, declared);
    LLVMDeleteFunction(function);
}

void inline_settle(Run *run, LLVMModuleRef module, uint32_t file, bool is_second, const InlineChoices *made)
{
    unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
    CHECK(always != 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(module), next; f; f = next) {
        next = LLVMGetNextFunction(f);
        if (LLVMIsDeclaration(f)) continue;
        if (is_second) LLVMRemoveEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, always);
        const InlineChoice *choice = choice_find(made, file, global_name(f));
        if (LLVMGetLinkage(f) == LLVMAvailableExternallyLinkage)
            settle_inline(run, f, is_second, choice);
        else if (is_second && !choice && is_known_body(f))
            drop_known_body(run, f);
    }
}
