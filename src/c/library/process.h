/* Functions that make new processes, and what processes share. */
#ifndef CHORUS_C_LIBRARY_PROCESS_H
#define CHORUS_C_LIBRARY_PROCESS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether a function of the name makes a new process that goes on in the program. */
bool process_is_new(const char *name);
/* Whether it gives 0 in the new process, and the number of that process in the old one. */
bool process_is_numbered(const char *name);
/* Where the program asks for what several of its processes see: memory (mmap, shmat), a semaphore (sem_open). NULL: it
 * does not, or makes no processes. Errs towards a call. */
LLVMValueRef process_find_shared(LLVMModuleRef module);

#endif
