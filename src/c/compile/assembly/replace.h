/* Inline assembly whose instructions are known, said in LLVM's own. */
#ifndef CHORUS_C_COMPILE_ASSEMBLY_REPLACE_H
#define CHORUS_C_COMPILE_ASSEMBLY_REPLACE_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Rewrites the module, if it is one for x86: it means the same. */
void assembly_replace(LLVMModuleRef module);
/* Had the module assembly of x86 before, other than hints? */
bool assembly_was_there(LLVMModuleRef module);

#endif
