/* Explicit search with counters, for a fixed number of threads (paper 001, section 4; paper 000, 4.2).
 *
 * A state is (shared part, multiset of local parts): threads with equal local parts are counted, which is exact
 * because threads of one template are symmetric. Breadth first, so error traces are shortest. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_H

#include "engines/symmpa/explore/arrange.h"

/* n threads: of every "many" kind at the start n threads; and at most n threads are ever started, further starts have
 * no effect. SAFE means that no error move is possible within that. At most state_limit states (then LIMIT, which
 * means nothing). *trace is filled in for ERROR; *states always. visitor may be NULL. */
ExploreResult counter_explore(Run *run, const Oracle *oracle, uint32_t n, uint64_t state_limit, AbstractTrace *trace,
                              uint64_t *states, const StateVisitor *visitor);

/* Likewise, but what counts as an error is a thread that starts beyond the first n. SAFE: n threads are all that the
 * program starts. */
ExploreResult counter_find_start(Run *run, const Oracle *oracle, uint32_t n, uint64_t state_limit,
                                 AbstractTrace *trace);

#endif
