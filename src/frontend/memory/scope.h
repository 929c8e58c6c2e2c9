/* Local variables that are used when they exist no more (a part of valid-deref).
 *
 * A local object exists while its function runs (or block: an access elsewhere in the function is to nothing). For the
 * thread that has it this is known where it is used: the function is among those that are active, or not. Two things
 * are not known there: whether another thread is late, and whether it is the object of an earlier call of the same
 * function, or of an earlier round of a loop. Both need the address where it outlives the object; so where it gets
 * there the model ends, as long as the object can be one of these. */
#ifndef CHORUS_FRONTEND_MEMORY_SCOPE_H
#define CHORUS_FRONTEND_MEMORY_SCOPE_H

#include "frontend/model/state.h"

/* Whether the local object, which the thread at hand has for itself, does not exist at the instruction at hand. */
bool scope_has_ended(Lowering *L, uint32_t object);
/* A value is stored in an object (NO_ID: at a place that outlives every function), where the guard holds. */
void scope_store(Lowering *L, uint32_t into, const Val *v, Term guard);

#endif
