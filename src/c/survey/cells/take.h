/* Which locks are held when one more is taken. */
#ifndef CHORUS_C_SURVEY_CELLS_TAKE_H
#define CHORUS_C_SURVEY_CELLS_TAKE_H

#include "c/survey/cells/lockset.h"

/* The set with the lock at an address; and with others that are held as well then, if it is one of two that were taken
 * in an order of their own. */
uint32_t locks_take(Locks *l, uint32_t set, LLVMValueRef address, bool is_write);

#endif
