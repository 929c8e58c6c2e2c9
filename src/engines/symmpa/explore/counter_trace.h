/* Traces of the search with counters. */
#ifndef CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_TRACE_H
#define CHORUS_ENGINES_SYMMPA_EXPLORE_COUNTER_TRACE_H

#include "engines/symmpa/explore/arrange.h"
#include "engines/symmpa/explore/counter_search.h"

/* The way to state `id`, and the known move `error` as its last step. */
void counter_build_trace(CounterSearch *s, uint32_t id, uint32_t error, AbstractTrace *trace);

#endif
