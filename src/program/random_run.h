/* Random runs: cheap concrete behaviour, for guessing predicates and for tests. */
#ifndef CHORUS_PROGRAM_RANDOM_RUN_H
#define CHORUS_PROGRAM_RANDOM_RUN_H

#include "base/rng.h"
#include "program/interpreter.h"

/* A random run of at most max_steps steps with at most max_threads created; calls visit after every step.
 * Arbitrary values: mostly small constants, program constants and their neighbours, sometimes any.
 * Returns true and fills *trace (if not NULL) when an error edge was taken. */
bool interpreter_random_run(Interpreter *in, Rng *rng, uint32_t max_threads, uint32_t max_steps,
                            void (*visit)(void *arg, const State *state), void *arg, Trace *trace);

#endif
