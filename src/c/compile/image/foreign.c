#include "c/compile/image/foreign.h"

#include <string.h>

#include "c/compile/constant.h"
#include "c/library/variable.h"

static bool is_memory(LLVMValueRef text)
{
    static const char *const names[] = {"/proc/self/mem", "/proc/thread-self/mem", "/proc/%d/mem", "/dev/mem"};
    size_t length = 0;
    const char *at = constant_characters(text, &length); /* with its NUL */
    for (size_t i = 0; at && i < sizeof names / sizeof *names; i++)
        if (length == strlen(names[i]) + 1 && memcmp(at, names[i], length) == 0) return true;
    return false;
}

static LLVMValueRef declared_variable(LLVMModuleRef module, const char *name)
{
    LLVMValueRef global = LLVMGetNamedGlobal(module, name);
    return global && LLVMIsDeclaration(global) ? global : NULL;
}

static void join_names(LLVMModuleRef module)
{
    const char *alias, *name;
    for (size_t i = 0; (alias = variable_alias(i, &name)) != NULL; i++) {
        LLVMValueRef one = declared_variable(module, alias), other = LLVMGetNamedGlobal(module, name);
        if (!one) continue;
        if (!other)
            LLVMSetValueName2(one, name, strlen(name));
        else if (LLVMIsDeclaration(other) && LLVMGlobalGetValueType(one) == LLVMGlobalGetValueType(other))
            LLVMReplaceAllUsesWith(one, other);
    }
}

void foreign_join(Run *run, LLVMModuleRef module)
{
    LLVMValueRef single = declared_variable(module, "__libc_single_threaded");
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (is_memory(LLVMGetInitializer(g)))
            run_stop(run, STOP_UNSUPPORTED, "a program that opens its own memory as a file is not supported");
    if (single && LLVMGetFirstUse(single))
        run_stop(run, STOP_UNSUPPORTED, "`__libc_single_threaded`, which the library changes, is not supported");
    join_names(module);
}
