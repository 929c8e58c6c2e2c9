/* Calls of the thread library that C and POSIX leave undefined, and that the model does not examine: locks given back
 * by threads that do not hold them, synchronisation objects that are destroyed or initialised while somebody may use
 * them, threads that are joined or detached twice. Where control flow does not show that a program does none of this,
 * what is assumed is said, with the line. A later check would make them violations.
 *
 * Looked at are objects whose place is known where they are used, along the edges of each template, whatever the guards
 * say: a call that is noted may be fine. A call through a pointer that may lead to several objects is not looked at. */
#ifndef CHORUS_C_EXACT_THREADS_MISUSE_H
#define CHORUS_C_EXACT_THREADS_MISUSE_H

#include "c/exact/model/state.h"

/* A function of the library is called, with its operands as they are before the call. */
void misuse_call(Lowering *L, LLVMValueRef call, const char *name);
/* Does the start make a thread that is detached from the beginning? */
bool misuse_starts_detached(LLVMValueRef call);
/* Whether some thread that is found by its name may be detached. */
bool misuse_detaches_any(const Lowering *L);
/* When all is lowered, before joins are resolved: finds joins of threads that may be detached (Join.is_detached), which
 * return at once. */
void misuse_resolve(Lowering *L);

#endif
