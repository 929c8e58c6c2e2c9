/* Volatile accesses as atomic ones, where the user says that they are meant so (the READ_ONCE of Linux, and its like).
 */
#ifndef CHORUS_C_COMPILE_VOLATILE_H
#define CHORUS_C_COMPILE_VOLATILE_H

#include <llvm-c/Core.h>

#include "base/run.h"

/* Volatile loads and stores that a processor makes at once become relaxed ones: of integers, pointers and floating
 * numbers of at most the width of a pointer, at addresses aligned to it; which is said, as an assumption. Others stay
 * plain, so that they may race. paths: of the sources. */
void volatile_relax(Run *run, LLVMModuleRef module, const char *const *paths, uint32_t count);

#endif
