/* Threads that joins find by the value of a handle, where deadlocks are asked: who waits for whom must then be known,
 * and names that are counted up (named.h) do not say it. */
#ifndef CHORUS_C_EXACT_THREADS_TAGGED_H
#define CHORUS_C_EXACT_THREADS_TAGGED_H

#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* Are the starts that the call at hand does again and again told apart? */
bool tagged_has_rounds(const Lowering *L);
/* Then these are their edges, instead of the one of the step, which is freed; *chosen has the handle's value then. */
void tagged_start_rounds(Lowering *L, Step *start, VarId *chosen);
/* The handle at an address, wherever that is, gets the value. */
void tagged_write(Lowering *L, const Val *address, VarId chosen);
/* A join that matters is of a thread that is not known: from the next pass on more starts are told apart. */
void tagged_want_rounds(Lowering *L);
/* The start of a thread by the edge fills the handle at an address, wherever that is, with a value of its own. */
void tagged_start(Lowering *L, const Val *address, EdgeId create);
/* When all is lowered: joins and detaches of handles that are known by their values only are of these threads. */
void tagged_resolve(Lowering *L);

#endif
