/* Whether an object on the heap is freed just now: a flag, false until a free or realloc of the object and false again
 * when malloc gives the memory once more (reuse.h). Shared with the object; each thread's own when the object is.
 *
 * Only objects that are asked about have one: freed_is_tracked says which, and what it says may change from pass to
 * pass with the facts only. These are the objects of classes with reuse, and all that may be freed where a property of
 * memory is asked. free sets the flags of all its targets (lower_free), malloc clears that of memory that it gives
 * again, so that an access to, or a free of, a target whose freed_term holds is one to freed memory. The term is over a
 * shared variable: it is to be part of the guard of the very step that makes the access, not of a step before. Reuse
 * hides such accesses (who uses a kept pointer finds live memory), but each run with reuse has one without, in which
 * the access meets the flag. */
#ifndef CHORUS_C_EXACT_MODEL_FREED_H
#define CHORUS_C_EXACT_MODEL_FREED_H

#include "c/exact/model/emit.h"
#include "c/exact/model/state.h"

/* Whether some free or realloc of the program may free the object: as far as the passes until now know. */
bool freed_may_happen(Lowering *L, uint32_t object);
/* Whether the object has a flag. */
bool freed_is_tracked(Lowering *L, uint32_t object);
/* The flag of an object that has one. */
Term freed_term(Lowering *L, uint32_t object);
/* Adds to the step that the object is freed, or is not any more. */
void freed_assign(Lowering *L, Step *step, uint32_t object, bool is_freed);

#endif
