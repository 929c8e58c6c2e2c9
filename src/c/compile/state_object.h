/* Globals that stand in a module for what the library keeps to itself (c/library/state.h). Each is made when it is
 * first asked for, and is the same from then on. */
#ifndef CHORUS_C_COMPILE_STATE_OBJECT_H
#define CHORUS_C_COMPILE_STATE_OBJECT_H

#include <llvm-c/Core.h>

#include "base/run.h"
#include "c/library/state.h"

/* What all globals are called that stand for memory outside of the program: names that no C program has. */
#define OUTSIDE_PREFIX "chorus."
#define OUTSIDE_SHOWN OUTSIDE_PREFIX "shown."

/* The state itself: its name is what people read; signgam is the variable, where the program has it. */
LLVMValueRef state_object(LLVMModuleRef module, LibraryState state);
/* Whether a global is one of these; one of the program's (environ) is not. */
bool state_object_is(LLVMValueRef global);
/* Memory of it that the program gets the address of, so many bytes (when it is made); NULL: there is none. */
LLVMValueRef state_shown_object(LLVMModuleRef module, LibraryState state, uint64_t bytes);
/* Whether some function of the module may race with one of the row: otherwise its accesses need not be looked at. */
bool state_is_contended(LLVMModuleRef module, const StateUse *row);
/* The functions that a module calls which are safe only as glibc has them: "rand, srand"; NULL: none, or there are no
 * threads. */
char *state_assumed_safe(Run *run, LLVMModuleRef module);

#endif
