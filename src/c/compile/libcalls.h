/* Calls of memcpy, memmove and memset that the compiler was told not to know. */
#ifndef CHORUS_C_COMPILE_LIBCALLS_H
#define CHORUS_C_COMPILE_LIBCALLS_H

#include <llvm-c/Core.h>

/* With -fno-builtin and -ffreestanding they are calls like others. Of a linked program: where it has no such function
 * of its own they are the library's, and become LLVM's, as they are without these flags. */
void libcalls_replace(LLVMModuleRef module);

#endif
