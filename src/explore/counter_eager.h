/* Which thread of a state may run before all others. */
#ifndef CHORUS_EXPLORE_COUNTER_EAGER_H
#define CHORUS_EXPLORE_COUNTER_EAGER_H

#include "explore/counter_search.h"

/* In the state that is being expanded: a local part whose threads' moves alone may be followed without losing errors,
 * or NO_LOCAL. */
uint32_t counter_choose_eager(CounterSearch *s);

#endif
