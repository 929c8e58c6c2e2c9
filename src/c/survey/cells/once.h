/* What pthread_once orders, as a lock.
 *
 * pthread_once(&once, f) is taken as a lock `once`, held to write within f and to read from then on: who comes behind
 * such a call comes there when f has ended, which is executed once, so that what f accesses is ordered with all that is
 * accessed behind any of these calls. That holds if `once` is one variable, which is nowhere else changed (its other
 * accesses are in its cell). */
#ifndef CHORUS_C_SURVEY_CELLS_ONCE_H
#define CHORUS_C_SURVEY_CELLS_ONCE_H

#include "c/survey/cells/lockset.h"

/* The set with that lock, if the call is such a call: within the function that it calls, or behind it. */
uint32_t once_take(Locks *l, LLVMValueRef call, uint32_t set, bool is_within);

#endif
