/* What is declared and defined nowhere, once all files are linked: what is weak has the address NULL; functions that
 * are declared as no function of the library is are none of its. */
#ifndef CHORUS_C_COMPILE_LINK_DECLARED_H
#define CHORUS_C_COMPILE_LINK_DECLARED_H

#include <llvm-c/Core.h>

#include "base/run.h"

/* A name that no table has: none of the library's. The name of the source is in it. */
#define DECLARED_PREFIX "program."

/* Before two modules are linked: what is weak and undefined in one, and not weak in the other, is not weak. */
void declared_strengthen(LLVMModuleRef module, LLVMModuleRef other);
/* Weak functions and variables that nobody defines, and the library does not have, become NULL. That they are is said,
 * as an assumption. paths: the files, for positions. */
void declared_settle_weak(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count);
/* Functions whose declaration, or whose calls, cannot mean the library's of their name get another name, unless one of
 * the other modules (NULL: not there) defines them. Before files are linked, as each may declare them by itself. */
void declared_rename(Run *run, LLVMModuleRef module, LLVMModuleRef *modules, uint32_t count);

#endif
