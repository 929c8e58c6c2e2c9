/* Which thread of a state may run before all others. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_EAGER_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_EAGER_H

#include "engines/symmpa/explore/counter_search.h"

/* In the state that is being expanded: a local part whose threads' moves alone may be followed without losing errors,
 * or NO_LOCAL. */
uint32_t counter_choose_eager(CounterSearch *s);

#endif
