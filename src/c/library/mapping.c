#include "c/library/mapping.h"

#include <string.h>

#define READ_AND_WRITE 3u /* PROT_READ | PROT_WRITE */

/* Linux's MADV_NORMAL, _RANDOM, _SEQUENTIAL, _WILLNEED, _MERGEABLE, _UNMERGEABLE, _HUGEPAGE, _NOHUGEPAGE, _DONTDUMP,
 * _DODUMP, _DOFORK, _COLD, _PAGEOUT. */
static bool is_harmless(uint64_t advice)
{
    static const unsigned known[] = {0, 1, 2, 3, 11, 12, 13, 14, 15, 16, 17, 20, 21};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (advice == known[i]) return true;
    return false;
}

bool mapping_changes(LLVMValueRef call, const char *name)
{
    bool is_protect = strcmp(name, "mprotect") == 0, is_advice = strcmp(name, "madvise") == 0;
    if (!is_protect && !is_advice) return strcmp(name, "munmap") == 0;
    LLVMValueRef how = LLVMGetNumArgOperands(call) > 2 ? LLVMGetOperand(call, 2) : NULL;
    if (!how || !LLVMIsAConstantInt(how)) return true;
    uint64_t value = LLVMConstIntGetZExtValue(how);
    return is_protect ? (value & READ_AND_WRITE) != READ_AND_WRITE : !is_harmless(value);
}

LLVMValueRef mapping_find_advice(LLVMModuleRef module)
{
    LLVMValueRef f = LLVMGetNamedFunction(module, "madvise");
    for (LLVMUseRef u = f && LLVMIsDeclaration(f) ? LLVMGetFirstUse(f) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f || mapping_changes(user, "madvise")) return user;
    }
    return NULL;
}
