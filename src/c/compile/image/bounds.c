#include "c/compile/image/bounds.h"

/* Whether the address is looked at in no other way than variables are, or compared with another one. */
static bool is_harmless(LLVMValueRef user, LLVMValueRef address)
{
    if (LLVMIsAStoreInst(user)) return LLVMGetOperand(user, 0) != address;
    return LLVMIsALoadInst(user) || LLVMIsAICmpInst(user);
}

static LLVMValueRef instruction_of(LLVMValueRef user)
{
    while (user && !LLVMIsAInstruction(user))
        user = LLVMGetFirstUse(user) ? LLVMGetUser(LLVMGetFirstUse(user)) : NULL;
    return user;
}

void bounds_refuse(Run *run, LLVMModuleRef module, Sources *sources)
{
    static const char *const names[] = {
        "_end",
        "end",
        "_edata",
        "edata",
        "_etext",
        "etext",
        "__etext",
        "__bss_start",
        "__data_start",
        "data_start",
        "__executable_start",
        "__ehdr_start",
        "__init_array_start",
        "__init_array_end",
        "__preinit_array_start",
        "__preinit_array_end",
        "__fini_array_start",
        "__fini_array_end",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef global = LLVMGetNamedGlobal(module, names[i]);
        if (!global || !LLVMIsDeclaration(global)) continue;
        for (LLVMUseRef u = LLVMGetFirstUse(global); u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u), where = instruction_of(user);
            if (is_harmless(user, global)) continue;
            SourcePos pos = where ? sources_pos(sources, where) : (SourcePos){NULL, 0, 0};
            run_stop(run, STOP_UNSUPPORTED,
                     "%s:%u: `%s` is the linker's name of a bound of all data, which is not supported; use the objects "
                     "by their names",
                     pos.file ? pos.file : "the program", pos.line, names[i]);
        }
    }
}
