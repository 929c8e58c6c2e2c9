/* Counterexamples that are executions of C11 or x86-TSO, and no interleavings (docs/memory.md). */
#ifndef CHORUS_SESSION_EXECUTION_H
#define CHORUS_SESSION_EXECUTION_H

#include "program/weak_robust.h"
#include "session/session.h"

/* Why nothing is said of the program under a memory model; NULL: something can be. */
const char *execution_unfollowed(const ChorusSession *s, const MemoryEvents *events);
/* Loads the program that executions are told of: the session's, with all its accesses. NULL, or why none is told.
 * Inside the run, as the next two. */
const char *execution_load(ChorusSession *s, WeakModel model);
/* An execution that takes an error edge of the program, which it loads. NULL: none was found. What is found replays,
 * and the axioms of the model allow it. */
Trace *execution_find(ChorusSession *s, WeakModel model);
/* NULL: the trace, which replays, is an execution of the model s->memory_shown, or an interleaving. Else why not. */
const char *execution_refused(const ChorusSession *s, const Trace *trace);

#endif
