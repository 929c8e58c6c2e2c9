/* Rounds of loops that only wait. A read whose value sends the thread back to where it stood, with nothing changed that
 * it will look at, is no event: an execution without it has the same states, and fewer constraints. */
#ifndef CHORUS_PROGRAM_ANALYSIS_SPIN_H
#define CHORUS_PROGRAM_ANALYSIS_SPIN_H

#include "program/weak_event.h"

/* When each edge with events is such a read, over the state before it; false: never. Fills in m->spins. */
void spins_find(Program *p, MemoryEvents *m);

#endif
