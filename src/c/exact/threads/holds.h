/* What a thread holds, place by place: the counts of sync_own are known wherever all ways lead to the same one, which
 * is nearly everywhere. There they become constants, and calls lose the outcomes that cannot come (an unlock of a lock
 * that the thread does not hold). Without that nobody could tell from where a thread stands what it has added to the
 * readers of a lock. Exact: only edges that cannot be taken go. */
#ifndef CHORUS_C_EXACT_THREADS_HOLDS_H
#define CHORUS_C_EXACT_THREADS_HOLDS_H

#include "c/exact/model/state.h"

void holds_resolve(Lowering *L);

#endif
