/* Functions that the front end makes, which call a function as the library would. */
#ifndef CHORUS_C_EXACT_LIBRARY_RUNNER_H
#define CHORUS_C_EXACT_LIBRARY_RUNNER_H

#include "c/exact/model/state.h"

/* for (; nondet;) function(...), with any arguments; name: who calls. is_at_once: while that runs, so that before each
 * call what it has been lent may be written (unknown.h). */
LLVMValueRef runner_of(Lowering *L, LLVMValueRef function, const char *name, bool is_at_once);
/* One of the front end's own, without parameters, result and body (unknown.h). */
LLVMValueRef runner_own_function(Lowering *L, const char *name);

#endif
