/* The program, executed step by step on a state that is changed in place: some hundred times as fast as the reference
 * interpreter, which replays whatever is told. Steps are noted, so that a run can become a trace.
 *
 * Arbitrary values depend on the seed, the thread and the number of its own steps only: under another schedule a thread
 * that goes the same way meets the same values. */
#ifndef CHORUS_ENGINES_DYNAMIC_EXECUTOR_H
#define CHORUS_ENGINES_DYNAMIC_EXECUTOR_H

#include "engines/dynamic/code.h"
#include "program/interpreter.h"

typedef struct RunningThread {
    TemplateId template;
    LocId loc;
    Slots frame;
    uint32_t steps; /* it has taken */
} RunningThread;

typedef struct Noted {
    uint32_t thread;
    EdgeId edge;
    uint32_t child;  /* NO_ID: none */
    uint32_t inputs; /* of the edge, in Executor.values: where they begin */
} Noted;

/* An edge, compiled. */
typedef struct EdgeCode {
    CodeId guard;
    uint32_t values; /* of assignments and arguments, in Executor.ids: where they begin */
    uint32_t arrays; /* assignments to arrays */
} EdgeCode;

typedef struct Executor {
    Interpreter *in;
    Program *p;
    Run *run;
    Code *code;
    EdgeCode *edges;
    VEC(CodeId) ids;
    uint64_t seed;
    uint32_t max_threads; /* that are created */
    Slots shared;
    VEC(RunningThread) threads;
    uint32_t initial, created;
    uint32_t atomic;  /* threads at atomic locations */
    uint64_t *inputs; /* by VarId.i: of the step that is tried */
    uint64_t *scratch;
    VEC(Noted) log;
    VEC(uint64_t) values;
} Executor;

Executor *executor_new(Interpreter *in);
void executor_free(Executor *x);
/* From the beginning, without noted steps. */
void executor_start(Executor *x, uint64_t seed, uint32_t max_threads);
/* Could the thread take the edge, with the values that it meets at the given attempt? */
bool executor_may_take(Executor *x, uint32_t thread, EdgeId edge, uint32_t attempt);
/* Takes the edge that may be taken, with the same values. False: a mathematical integer is too large, and the run is at
 * its end. */
bool executor_take(Executor *x, uint32_t thread, EdgeId edge);
/* Takes the last step back, which has assigned shared scalars only and started no thread. before: what they were, in
 * the order of the assignments. */
void executor_take_back(Executor *x, const uint64_t *before);
/* A term in the state as it is, for the thread; with the inputs of the step that was tried last. */
uint64_t executor_value(Executor *x, uint32_t thread, CodeId id);
/* The run as a trace. */
Trace *executor_trace(const Executor *x);

#endif
