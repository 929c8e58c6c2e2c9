/* Runs of programs of which there are few, since a witness says how they go: found by a search of concrete states. */
#ifndef CHORUS_SESSION_GUIDED_H
#define CHORUS_SESSION_GUIDED_H

#include "program/trace.h"

/* A run to an error with at most so many threads beside the initial one, which replays; false: none was found, which
 * proves nothing. Inside the run. */
bool guided_search(Program *p, uint32_t threads, Trace *trace);

#endif
