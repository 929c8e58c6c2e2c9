/* Whether a proof about interleavings is one about a weak memory model (docs/memory.md). */
#ifndef CHORUS_SESSION_WEAK_H
#define CHORUS_SESSION_WEAK_H

#include "session/session.h"

/* The session's verdict is "true", and s->memory says what that needs of memory. Sets s->memory_proved where the
 * program has no data race under C11 and all its executions are interleavings; where a model was asked by its name and
 * this is not so, the verdict becomes "unknown"; or "false", by an execution that is no interleaving. Outside of the
 * run. */
void session_ask_weak(ChorusSession *s);

#endif
