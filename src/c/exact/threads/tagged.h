/* Threads that joins find by the value of a handle, where deadlocks are asked: who waits for whom must then be known,
 * and names that are counted up (named.h) do not say it. */
#ifndef CHORUS_C_EXACT_THREADS_TAGGED_H
#define CHORUS_C_EXACT_THREADS_TAGGED_H

#include "c/exact/model/state.h"

/* The start of a thread by the edge fills the handle at an address, wherever that is, with a value of its own. */
void tagged_start(Lowering *L, const Val *address, EdgeId create);
/* When all is lowered: joins and detaches of handles that are known by their values only are of these threads. */
void tagged_resolve(Lowering *L);

#endif
