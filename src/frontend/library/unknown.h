/* Functions of which nothing is known but their name. docs/library.md says what is taken for granted. */
#ifndef CHORUS_FRONTEND_LIBRARY_UNKNOWN_H
#define CHORUS_FRONTEND_LIBRARY_UNKNOWN_H

#include "frontend/model/state.h"

/* What a call may write: everything that can be reached from its arguments becomes arbitrary. What it is given the
 * address of may be what it, or another one, returns later. Returns the targets of an address that it gives. *writes:
 * there is something to be written. */
const Targets *unknown_effects(Lowering *L, LLVMValueRef call, const char *name, bool *writes);
/* Everything that can be reached from the arguments. */
Targets *unknown_reach(Lowering *L, LLVMValueRef call);

#endif
