/* Races that are real, as counterexamples that others can replay. */
#ifndef CHORUS_ENGINES_CIRC_WITNESS_H
#define CHORUS_ENGINES_CIRC_WITNESS_H

#include "program/trace.h"

/* trace: a run of the threads to a state in which thread `partner` stands before an access of edge `other`, and thread
 * `main` before one of `edge`; its last two steps, which say so, are replaced by those of the monitored program
 * (program/monitor.h), of which the threads' edges are the first edge_count. NULL when it replays, or why not. */
const char *witness_race(Program *monitored, uint32_t edge_count, Trace *trace, EdgeId edge, EdgeId other);
/* The same for the error of an edge of the program. */
const char *witness_error(Program *program, Trace *trace);

#endif
