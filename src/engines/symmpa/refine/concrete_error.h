/* Errors that are found state by state, as traces. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_ERROR_H
#define CHORUS_ENGINES_SYMMPA_REFINE_CONCRETE_ERROR_H

#include "program/trace.h"

/* A run of p, with n threads (as Program.counts_initial says) and at most `limit` states looked at (concrete.h), that
 * ends in an error, replays, and rests on no over-approximation (program/rests.h). NULL: none was found, which proves
 * nothing. */
Trace *concrete_error(Program *p, uint32_t n, uint64_t limit);

/* A run that costs its reader less than one that is known, and is as good otherwise: an error of the same property,
 * with as many threads. NULL: none was found. The work is bounded. */
Trace *concrete_short_error(Program *p, const Trace *known);

#endif
