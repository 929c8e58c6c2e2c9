/* A counterexample: an interleaving with values, in terms of the unmerged program; or, where steps have stale accesses,
 * an execution of C11 or x86-TSO that is none. */
#ifndef CHORUS_PROGRAM_TRACE_H
#define CHORUS_PROGRAM_TRACE_H

#include "logic/term/evaluate.h"
#include "program/program.h"

typedef struct TraceValue {
    VarId var;
    Value value;
} TraceValue;

typedef VEC(TraceValue) TraceValues;

/* A change of a variable by a step; thread = index of the owner for locals, NO_ID for shared variables. */
typedef struct TraceChange {
    VarId var;
    uint32_t thread;
    Value value;
} TraceChange;

/* A step whose access of a location is not the last of the interleaving (docs/memory.md): it reads what an earlier
 * write has left, although others have come in between, and what it writes comes directly after that one. */
typedef struct TraceStale {
    VarId var;      /* a shared scalar that is memory */
    uint32_t after; /* index of the step that wrote it; NO_ID: the initial value */
    Value value;    /* that it finds; filled in by interpreter_replay */
} TraceStale;

typedef struct TraceStep {
    uint32_t thread; /* 0 .. thread count - 1: the initial threads first, then in order of creation */
    EdgeId edge;
    TraceValues inputs;       /* values of the edge's input variables */
    TraceValues child_locals; /* spawn: arbitrary initial values of the new thread's locals */
    uint32_t child;           /* spawn: index of the new thread; NO_ID otherwise */
    TraceStale *stale;        /* NULL: it accesses everything as it is at last */
    VEC(TraceChange) changes; /* filled in by interpreter_replay */
} TraceStep;

typedef struct TraceThread {
    TemplateId template;
    TraceValues locals; /* initial threads: arbitrary initial values of their locals */
} TraceThread;

typedef struct Trace {
    TraceValues shared;       /* arbitrary initial values of shared variables */
    VEC(TraceThread) initial; /* the threads that exist at the start */
    VEC(TraceStep) steps;
    uint32_t threads_created; /* number of spawns in steps */
} Trace;

/* The least -n that admits the trace: threads created or, where -n counts threads at the start as well, those of a
 * template started in any number that take a step, if that is more. */
uint32_t trace_least_bound(const Program *p, const Trace *trace);

/* The k-th value given for the variable, NULL when there is none. */
const Value *trace_find(const TraceValues *values, VarId var, uint32_t k);
/* Is it no interleaving? */
bool trace_is_weak(const Trace *trace);
/* Are threads numbered in the order of their creation, edges and templates in the program, and is no step but the last
 * an error? So they are in traces that Chorus makes. */
bool trace_is_well_formed(const Program *p, const Trace *trace);
void trace_clear(Run *run, Trace *trace);
/* Shares nothing with the other but values of arrays, which are never changed; without changes of steps. */
Trace *trace_copy(Run *run, const Trace *trace);

#endif
