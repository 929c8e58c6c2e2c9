/* The reference interpreter: concrete steps of a program, slow and obvious; the oracle of every engine.
 * Works on any Program, merged or not, machine or ideal integers. */
#ifndef CHORUS_PROGRAM_INTERPRETER_H
#define CHORUS_PROGRAM_INTERPRETER_H

#include "logic/term/evaluate.h"
#include "program/state.h"
#include "program/trace.h"

/* A program prepared for searches, random runs and replay. */
typedef struct Interpreter {
    Machine machine;
    VEC(uint64_t) constants; /* that occur in the program; for random values */
} Interpreter;
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

#endif
