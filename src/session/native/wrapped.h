/* Counterexamples over mathematical integers, where values of the real program wrap around. */
#ifndef CHORUS_SESSION_NATIVE_WRAPPED_H
#define CHORUS_SESSION_NATIVE_WRAPPED_H

#include "program/trace.h"

/* Runs the choices of a trace of program_to_ideal(machine) with machine integers. NULL when they lead to the same
 * failure; else why not, in words. */
const char *wrapped_replay(Program *machine, const Trace *ideal);

#endif
