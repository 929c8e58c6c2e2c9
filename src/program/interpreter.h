/* The reference interpreter: concrete steps of a program, slow and obvious; the oracle of every engine.
 * Works on any Program, merged or not, machine or ideal integers. */
#ifndef CHORUS_PROGRAM_INTERPRETER_H
#define CHORUS_PROGRAM_INTERPRETER_H

#include "base/rng.h"
#include "program/program.h"
#include "program/trace.h"
#include "term/evaluate.h"

/* One thread of a concrete state. */
typedef struct ThreadState {
    TemplateId template;
    LocId loc;
    Value *locals; /* in the order of Template.locals */
} ThreadState;

typedef struct State {
    Value *shared; /* indexed by VarId.i (entries of non-shared variables unused) */
    VEC(ThreadState) threads;
    uint32_t created; /* threads created by spawn so far */
} State;

typedef struct Interpreter Interpreter;
Interpreter *interpreter_new(Program *p);

typedef struct InterpretResult {
    bool error_reachable;
    bool complete; /* false: the state limit was hit; then error_reachable = false means nothing */
    uint64_t states;
    Trace trace; /* when error_reachable */
} InterpretResult;
/* Exhaustive search with n threads (meaning of n: Program.counts_initial): every arbitrary initial value
 * and input of every width w ranges over all 2^w values, so widths must be small (sum of input bits of one edge
 * <= 16, checked: stops the run otherwise). At most state_limit states. */
InterpretResult interpreter_search(Interpreter *in, uint32_t n, uint64_t state_limit);
/* The same, and calls visit for every state reached, once each (up to the order of threads), until an error is found or
 * the limit is hit. The state is that of the call only. */
InterpretResult interpreter_visit(Interpreter *in, uint32_t n, uint64_t state_limit,
                                  void (*visit)(void *arg, const State *state), void *arg);

/* Replays a trace step by step, filling in TraceStep.changes (values after) and checking every guard; the last
 * step must be an error edge. Returns NULL, or why it does not replay (one line, owned by the run). */
const char *interpreter_replay(Interpreter *in, Trace *trace);

/* A random run of at most max_steps steps with at most max_threads created; calls visit after every step.
 * Arbitrary values: mostly small constants, program constants and their neighbours, sometimes any.
 * Returns true and fills *trace (if not NULL) when an error edge was taken. */
bool interpreter_random_run(Interpreter *in, Rng *rng, uint32_t max_threads, uint32_t max_steps,
                            void (*visit)(void *arg, const State *state), void *arg, Trace *trace);

#endif
