/* Which locks a thread certainly holds where, and which new memory is certainly known to it alone.
 *
 * A lock is told apart by its name: a place of an object that is single; or so many bytes from a value of the function,
 * which is another one as soon as the value is computed again; or so many bytes from what is loaded from a place that
 * is not written any more once threads are started (frozen). Held is what is held on every way to a step, in every call
 * of the function. What unlocks takes away each lock that it may mean, which the targets of its argument say. */
#ifndef CHORUS_C_SURVEY_CELLS_LOCKS_H
#define CHORUS_C_SURVEY_CELLS_LOCKS_H

#include "c/survey/cells/lockset.h"

/* Finds all sets; is_frozen: by place. */
void locks_find(Locks *l, const bool *is_frozen);
/* The sets before each instruction of a function. */
typedef void LocksVisit(void *arg, LLVMValueRef instruction, uint32_t set);
void locks_walk(Locks *l, uint32_t function, LocksVisit *visit, void *arg);

#endif
