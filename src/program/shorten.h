/* Counterexamples that are easier to read: steps that the failure does not need are left out, and threads take turns
 * more seldom. */
#ifndef CHORUS_PROGRAM_SHORTEN_H
#define CHORUS_PROGRAM_SHORTEN_H

#include "program/interpreter.h"

/* Leaves out threads, then rounds of loops and other runs of steps of one thread, and joins runs of one thread, as long
 * as what is left replays and ends in the same step; arbitrary values become 0 where they may be. The trace must
 * replay. Not the shortest trace there is; the work is bounded. */
void trace_shorten(Interpreter *in, Trace *trace);

#endif
