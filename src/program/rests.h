/* What a run rests on beside what the program does. */
#ifndef CHORUS_PROGRAM_RESTS_H
#define CHORUS_PROGRAM_RESTS_H

#include "program/trace.h"

/* NULL: the program has a run with the trace's steps, up to values that matter for none of them. Otherwise a
 * well-formed trace may rest on an over-approximation: which, as Edge.approximate says it.
 *
 * An edge with an `action` over-approximates values only: the action happens, but what it leaves in the variables that
 * the action's edges assign is not known (from when it begins on, since the edges need not be those that the
 * program takes). The same holds of inputs with `is_unknown`. So the steps are those of a run if no guard and no
 * argument or index on the way mentions such a value, or one computed from it: then they can be taken whatever the
 * values are. */
const char *trace_rests_on(const Program *p, const Trace *trace);

/* The same of the steps from `from` on, whatever those before rest on; *at: the first that rests on something, or 0
 * where that is not looked at. */
const char *trace_rests_from(const Program *p, const Trace *trace, uint32_t from, uint32_t *at);

/* A run to an error that may rest on an over-approximation: a possible error, and what a person may find out more of.
 * trace_rests_on keeps the shortest of those that it sees of the program or of its copies, of which some have other
 * numbers for their edges: who takes it from here replays it first. */
typedef struct Doubt {
    const Trace *trace; /* a copy; NULL: none was seen */
} Doubt;

/* Whether an edge of the program, or of one that was merged from it, over-approximates more than values: it may not
 * happen at all what it stands for. */
bool edge_may_not_happen(const Program *p, const Edge *e);

#endif
