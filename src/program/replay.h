/* Replay of traces: the last word on every counterexample. */
#ifndef CHORUS_PROGRAM_REPLAY_H
#define CHORUS_PROGRAM_REPLAY_H

#include "program/interpreter.h"

/* Replays a trace step by step, filling in TraceStep.changes (values after) and checking every guard; the last
 * step must be an error edge. Returns NULL, or why it does not replay (one line, owned by the run). */
const char *interpreter_replay(Interpreter *in, Trace *trace);
/* Of a trace whose steps from passed locations (per location; branches.h) may go ways that its values do not:
 * the same trace with steps along those that they do, made as late as the next step of their thread, with arbitrary
 * inputs. Returns NULL, or, with the trace as it was, why there is none; changes as above. */
const char *interpreter_replay_passing(Interpreter *in, const bool *passed, Trace *trace);

#endif
