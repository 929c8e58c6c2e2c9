/* What the oracle has said, so that it is asked once. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_KNOWN_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_KNOWN_H

#include "engines/symmpa/explore/counter_search.h"

LocalInfo counter_info(CounterSearch *s, uint32_t local);
/* The moves of a thread at `active` under a shared part, in s->known_moves. */
CounterRange counter_moves(CounterSearch *s, uint32_t shared, uint32_t active);
/* The replies of a passive thread to a known move, in s->known_replies. */
CounterRange counter_replies(CounterSearch *s, uint32_t move, uint32_t passive);

#endif
