/* What can be reached from addresses: the objects there, those whose addresses are kept in them, and so on. */
#ifndef CHORUS_C_EXACT_LIBRARY_REACH_H
#define CHORUS_C_EXACT_LIBRARY_REACH_H

#include "c/exact/model/state.h"

/* Adds to the targets one for each object that can be reached from them, and what pointers there may hold. As good as
 * the facts of the passes so far, as points-to sets are. */
void reach_close(Lowering *L, Targets *targets);
/* Adds what pointers in the objects of the targets may hold. */
void reach_kept(Lowering *L, const Targets *objects, Targets *kept);

#endif
