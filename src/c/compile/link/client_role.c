#include "c/compile/link/client_role.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "c/compile/debuginfo.h"

static const char *const makers[] = {"new", "create", "make", "alloc", "init", "open", "setup", "construct", NULL};

/* Whether one of the words is a part of the function's name that begins as words do there: cacheFree, cache_free. */
static bool name_has(LLVMValueRef function, const char *const *words)
{
    size_t n = 0;
    const char *name = LLVMGetValueName2(function, &n);
    for (size_t i = 0; i < n; i++) {
        bool begins = i == 0 || !isalpha((unsigned char)name[i - 1]) ||
                      (isupper((unsigned char)name[i]) && islower((unsigned char)name[i - 1]));
        for (size_t k = 0; begins && words[k]; k++) {
            size_t length = strlen(words[k]), same = 0;
            while (same < length && tolower((unsigned char)name[i + same]) == words[k][same])
                same++;
            if (same == length) return true;
        }
    }
    return false;
}

/* name: NULL = of any struct. */
static bool takes(Run *run, LLVMValueRef function, const char *name)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    bool found = false;
    for (unsigned k = 1; k <= LLVMCountParams(function) && !found; k++) {
        const char *type = debug_struct_of(run, context, function, k);
        found = type && (!name || strcmp(type, name) == 0);
    }
    return found;
}

ClientRole client_role(Run *run, LLVMValueRef function)
{
    static const char *const ends[] = {"free",    "destroy", "delete", "del",    "fini",     "dispose",
                                       "cleanup", "deinit",  "close",  "finish", "shutdown", NULL},
                             *const inits[] = {"init", "setup", "create", "construct", NULL};
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    const char *made = debug_struct_of(run, context, function, 0);
    if (made && !takes(run, function, made) && (name_has(function, makers) || !takes(run, function, NULL)))
        return ROLE_MAKES;
    if (!LLVMCountParams(function) || !debug_struct_of(run, context, function, 1)) return ROLE_USES;
    if (name_has(function, ends)) return ROLE_ENDS;
    return name_has(function, inits) ? ROLE_INITS : ROLE_USES;
}

bool client_is_offered(LLVMValueRef function)
{
    size_t n = 0;
    bool is_named = LLVMGetLinkage(function) == LLVMExternalLinkage || LLVMGetLinkage(function) == LLVMWeakAnyLinkage;
    if (LLVMIsDeclaration(function) || !is_named || !LLVMGetSubprogram(function)) return false;
    return !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) &&
           strcmp(LLVMGetValueName2(function, &n), "main") != 0;
}

const char *client_role_struct(Run *run, LLVMValueRef function, ClientRole role)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
    switch (role) {
    case ROLE_USES: return NULL;
    case ROLE_MAKES: return debug_struct_of(run, context, function, 0);
    case ROLE_INITS:
    case ROLE_ENDS: return debug_struct_of(run, context, function, 1);
    }
    return NULL;
}

LLVMValueRef client_find_maker(Run *run, LLVMModuleRef module, const char *name)
{
    LLVMValueRef found = NULL;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || !LLVMGetSubprogram(f)) continue;
        ClientRole role = client_role(run, f);
        if ((role != ROLE_MAKES && role != ROLE_INITS) || !name_has(f, makers)) continue;
        if (strcmp(client_role_struct(run, f, role), name) != 0) continue;
        if (!found || LLVMGetLinkage(found) == LLVMInternalLinkage) found = f;
        if (LLVMGetLinkage(found) != LLVMInternalLinkage) break;
    }
    return found;
}
