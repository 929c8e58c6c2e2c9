/* Mutexes with a priority ceiling: a thread of a higher priority than the ceiling does not get one, so that a lock of
 * it may fail and exclude nobody. Which priorities threads have is not modelled. */
#ifndef CHORUS_C_LIBRARY_CEILING_H
#define CHORUS_C_LIBRARY_CEILING_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether the call gives mutexes a ceiling, or may. */
bool ceiling_is_set(LLVMValueRef call);
/* A use of the function that does, somewhere in the program; NULL: there is none. Errs towards one. */
LLVMValueRef ceiling_find(LLVMModuleRef module);

#endif
