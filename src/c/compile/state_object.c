#include "c/compile/state_object.h"

#include <stdio.h>
#include <string.h>

#include "base/str.h"

LLVMValueRef state_object(LLVMModuleRef module, LibraryState state)
{
    const char *name = state_name(state);
    LLVMValueRef global = LLVMGetNamedGlobal(module, name);
    if (global && (LLVMIsDeclaration(global) || strchr(name, ' '))) return global;
    LLVMTypeRef type = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
    char own[80]; /* a variable of the library that the program does not name */
    if (!strchr(name, ' ')) {
        snprintf(own, sizeof own, "%s of the library", name);
        name = own;
        global = LLVMGetNamedGlobal(module, name);
        if (global) return global;
    }
    global = LLVMAddGlobal(module, type, name);
    LLVMSetInitializer(global, LLVMConstNull(type));
    LLVMSetLinkage(global, LLVMInternalLinkage);
    return global;
}

bool state_object_is(LLVMValueRef global)
{
    size_t length;
    const char *name = LLVMGetValueName2(global, &length);
    return LLVMGetLinkage(global) == LLVMInternalLinkage && strchr(name, ' '); /* no name of C's */
}

LLVMValueRef state_shown_object(LLVMModuleRef module, LibraryState state, uint64_t bytes)
{
    char name[80];
    const char *shown = state_shown(state);
    if (!shown) return NULL;
    snprintf(name, sizeof name, OUTSIDE_SHOWN "%s", shown);
    LLVMValueRef global = LLVMGetNamedGlobal(module, name);
    if (global) return global;
    LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetModuleContext(module));
    return LLVMAddGlobal(module, LLVMArrayType2(byte, bytes), name);
}

static bool is_library_called(LLVMModuleRef module, const char *name)
{
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    return function && LLVMIsDeclaration(function) && LLVMGetFirstUse(function);
}

/* By any name that stands for it (state_is_of). */
static bool row_is_called(LLVMModuleRef module, const StateUse *row)
{
    static const char *const forms[][2] = {{"", ""}, {"__isoc99_", ""}, {"__isoc23_", ""}, {"__", "_chk"}};
    char name[80];
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        snprintf(name, sizeof name, "%s%s%s", forms[i][0], row->function, forms[i][1]);
        if (is_library_called(module, name)) return true;
    }
    return false;
}

bool state_is_contended(LLVMModuleRef module, const StateUse *row)
{
    const StateUse *other;
    for (size_t i = 0; (other = state_row(i)) != NULL; i++)
        if (state_uses_race(row, other) && row_is_called(module, other)) return true;
    return false;
}

char *state_assumed_safe(Run *run, LLVMModuleRef module)
{
    Str names;
    const StateUse *row;
    const char *last = "";
    if (!is_library_called(module, "pthread_create") && !is_library_called(module, "thrd_create")) return NULL;
    str_init(run, &names);
    for (size_t i = 0; (row = state_row(i)) != NULL; i++) {
        if (row->access != STATE_SAFE || strcmp(row->function, last) == 0 || !is_library_called(module, row->function))
            continue;
        str_addf(&names, "%s%s", *last ? ", " : "", row->function);
        last = row->function;
    }
    char *text = *last ? run_strdup(run, str_text(&names)) : NULL;
    str_clear(&names);
    return text;
}
