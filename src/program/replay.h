/* Replay of traces: the last word on every counterexample. */
#ifndef CHORUS_PROGRAM_REPLAY_H
#define CHORUS_PROGRAM_REPLAY_H

#include "program/interpreter.h"

/* Replays a trace step by step, filling in TraceStep.changes (values after) and checking every guard; the last
 * step must be an error edge. Returns NULL, or why it does not replay (one line, owned by the run). */
const char *interpreter_replay(Interpreter *in, Trace *trace);

#endif
