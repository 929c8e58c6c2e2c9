/* Constructs of C and its compilers that lowering knows nothing of, said by others: second names of functions and
 * variables, addresses of labels, functions of the library whose address is taken;
 * sums with 0 of what was read. */
#ifndef CHORUS_C_COMPILE_PLAIN_H
#define CHORUS_C_COMPILE_PLAIN_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/run.h"

/* Rewrites the module: it means the same. */
void plain_module(Run *run, LLVMModuleRef module);
/* Whether it only calls a function of the library. */
bool plain_is_wrapper(LLVMValueRef function);

#endif
