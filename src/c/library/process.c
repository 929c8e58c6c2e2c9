#include "c/library/process.h"

#include <string.h>

#define MAP_PRIVATE_FLAG 2u /* of Linux, likewise the next */
#define MAP_SHARED_FLAG 1u

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0) return true;
    return false;
}

bool process_is_numbered(const char *name)
{
    return is_one_of(name, (const char *const[]){"fork", "_Fork", "forkpty", NULL});
}

bool process_is_new(const char *name) { return process_is_numbered(name) || strcmp(name, "daemon") == 0; }

/* A mapping that is not known to be private is shared. */
static bool is_shared(LLVMValueRef call, const char *name)
{
    if (is_one_of(name, (const char *const[]){"shmat", "sem_open", NULL})) return true;
    if (!is_one_of(name, (const char *const[]){"mmap", "mmap64", NULL})) return false;
    LLVMValueRef flags = LLVMGetNumArgOperands(call) > 3 ? LLVMGetOperand(call, 3) : NULL;
    uint64_t value = flags && LLVMIsAConstantInt(flags) ? LLVMConstIntGetZExtValue(flags) : MAP_SHARED_FLAG;
    return (value & MAP_SHARED_FLAG) || !(value & MAP_PRIVATE_FLAG);
}

LLVMValueRef process_find_shared(LLVMModuleRef module)
{
    LLVMValueRef found = NULL;
    bool has_processes = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        if (!LLVMIsDeclaration(f) || !LLVMGetFirstUse(f)) continue;
        has_processes |= process_is_new(name);
        for (LLVMUseRef u = LLVMGetFirstUse(f); u && !found; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f && is_shared(user, name)) found = user;
        }
    }
    return has_processes ? found : NULL;
}
