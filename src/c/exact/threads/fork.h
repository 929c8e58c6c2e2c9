/* A new process has one thread, the one that forks: what others hold then is never given back there, and nobody
 * signals. Where deadlocks are asked and threads may run at a fork, the model ends at the first place where the new
 * process may wait; nothing else of it is examined. */
#ifndef CHORUS_C_EXACT_THREADS_FORK_H
#define CHORUS_C_EXACT_THREADS_FORK_H

#include "c/exact/model/state.h"

/* Whether a function of the name makes a new process that goes on in the program. */
bool fork_is(const char *name);
/* At the call of one, by its name. */
void fork_check(Lowering *L, LLVMValueRef call);

#endif
