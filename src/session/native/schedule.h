/* A trace as tables for the runtime (runtime/replay.c): what each thread comes to, in which order, with which values.
 */
#ifndef CHORUS_SESSION_NATIVE_SCHEDULE_H
#define CHORUS_SESSION_NATIVE_SCHEDULE_H

#include "program/trace.h"
#include "session/native/instrument.h"

/* Adds C text. p is the program with the origins; accessing: the same before its races became errors, where they are
 * asked, else NULL; is_ideal: the trace has mathematical integers. A value that the
 * real program cannot be given stops the run with STOP_UNSUPPORTED. */
void schedule_print(Program *p, const Program *accessing, const Trace *trace, bool is_ideal, const Origins *origins,
                    const Sites *sites, Str *out);

#endif
