/* Loops that start or join threads a small constant number of times, written out round by round, before lowering. */
#ifndef CHORUS_C_COMPILE_UNROLL_H
#define CHORUS_C_COMPILE_UNROLL_H

#include <llvm-c/Core.h>

#include "base/run.h"

#define UNROLL_INSTRUCTIONS 2000u /* that one loop may become, about */

/* The module means the same afterwards. Nothing is done in a program that joins no thread. The rounds of the longest
 * loop that was written out; 0: none was. */
uint32_t unroll_module(Run *run, LLVMModuleRef module);

#endif
