/* Which memory model a proof is about. */
#ifndef CHORUS_SESSION_MEMORY_MODEL_H
#define CHORUS_SESSION_MEMORY_MODEL_H

#include "session/session.h"

/* What a scope says where it makes a difference. */
#define MEMORY_INTERLEAVING "interleaving"

/* Sets s->memory: what a proof of the property asked needs of memory; outside of the run. What is not found in time
 * errs towards interleavings. */
void session_find_memory(ChorusSession *s);

#endif
