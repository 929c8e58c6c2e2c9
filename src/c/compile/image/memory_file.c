#include "c/compile/image/memory_file.h"

#include <string.h>

static bool is_memory(LLVMValueRef text)
{
    static const char *const names[] = {"/proc/self/mem", "/proc/thread-self/mem", "/proc/%d/mem", "/dev/mem"};
    size_t length;
    if (!text || !LLVMIsConstantString(text)) return false;
    const char *at = LLVMGetAsString(text, &length); /* with its NUL */
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (length == strlen(names[i]) + 1 && memcmp(at, names[i], length) == 0) return true;
    return false;
}

void memory_file_refuse(Run *run, LLVMModuleRef module)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (is_memory(LLVMGetInitializer(g)))
            run_stop(run, STOP_UNSUPPORTED, "a program that opens its own memory as a file is not supported");
}
