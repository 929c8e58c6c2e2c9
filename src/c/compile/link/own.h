/* Functions that a program defines, or declares otherwise, though the library has some of their names: a call of them
 * means the program's, and not what the compiler makes of the library's (memset an instruction, abs an expression, exit
 * an end). */
#ifndef CHORUS_C_COMPILE_LINK_OWN_H
#define CHORUS_C_COMPILE_LINK_OWN_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "base/vec.h"
#include "c/compile/options.h"

/* Flags for the compiler, one for each name. */
typedef VEC(const char *) OwnFlags;

/* What all files are to be compiled with so that calls stay calls: of functions that the module defines for others, or
 * declares as none of the library's. Those that are static are no library's for the compiler, either. path, options: of
 * the file; where they leave it to the compiler whose function is meant, it is said that the program's is. */
void own_flags_add(Run *run, LLVMModuleRef module, const char *path, const FrontendOptions *options, OwnFlags *flags);
/* In the linked program: __builtin_memset and its like, where the compiler knows no size, are calls of the program's
 * own functions, too. */
void own_replace_builtins(LLVMModuleRef module);

#endif
