/* Why a thread cannot come to an error: backwards along its own edges, with the other threads doing anything that is
 * not excluded. */
#ifndef CHORUS_FACTS_BOUNDS_BACKWARD_H
#define CHORUS_FACTS_BOUNDS_BACKWARD_H

#include "program/bounds.h"

typedef struct Backward Backward;

/* Does no other thread assign to the shared variable while a thread is at the location? */
typedef bool (*BackwardIsStable)(void *arg, LocId at, VarId shared);

/* Of an indexed program with machine integers. bounds: invariants. Freed with the run, or earlier. */
Backward *backward_new(Program *p, const Bounds *bounds, BackwardIsStable is_stable, void *arg);
void backward_free(Backward *b);
/* Can the error edge not be taken? False: not found out. */
bool backward_refutes(Backward *b, EdgeId error);

#endif
