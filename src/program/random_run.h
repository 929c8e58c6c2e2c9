/* Random runs: cheap concrete behaviour, for guessing predicates and for tests. */
#ifndef CHORUS_PROGRAM_RANDOM_RUN_H
#define CHORUS_PROGRAM_RANDOM_RUN_H

#include "base/rng.h"
#include "program/interpreter.h"

/* A random run of at most max_steps steps with at most max_threads created; calls visit after every step.
 * A run ends where a number of attempts at random steps fail: many short runs find more errors than few long ones.
 * Arbitrary values: mostly small constants, program constants and their neighbours, sometimes any.
 * Returns true and fills *trace (if not NULL) when an error edge was taken. */
bool interpreter_random_run(Interpreter *in, Rng *rng, uint32_t max_threads, uint32_t max_steps,
                            void (*visit)(void *arg, const State *state), void *arg, Trace *trace);
/* The same, for what is seen on the way; but the run ends only where no step is found among all. */
void interpreter_patient_run(Interpreter *in, Rng *rng, uint32_t max_threads, uint32_t max_steps,
                             void (*visit)(void *arg, const State *state), void *arg);

/* A run by priorities (PCT: Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic
 * Guarantees of Finding Bugs", ASPLOS 2010): of the threads that can move always the one of the highest priority does.
 * Priorities are random, those of threads that are there at the start above all others, and `changes` times the thread
 * that has just read shared memory gets the lowest one. So threads run to their ends but for a few places, which is
 * what errors far away need as a rule. Takes no edge that may not happen
 * at all (rests.h), and none that would start one thread too many.
 */
typedef struct PriorityRun {
    uint32_t threads, steps; /* at most: started, taken */
    uint32_t changes;
    uint32_t length;            /* changes come at random among the first so many reads */
    const TraceValues *initial; /* of shared variables; NULL, and where a variable is not there: at random */
    uint32_t taken, reads;      /* filled in: how many steps, and reads */
    bool spreads; /* arbitrary values are any; else mostly small ones and those that the program mentions */
} PriorityRun;
bool interpreter_priority_run(Interpreter *in, Rng *rng, PriorityRun *how, Trace *trace);
/* Runs that are interrupted more and less often, `work` steps in all, and no more than how->steps in each: one that
 * fails, or NULL. how.spreads: in every other one. */
Trace *interpreter_priority_error(Interpreter *in, PriorityRun how, uint32_t work);

#endif
