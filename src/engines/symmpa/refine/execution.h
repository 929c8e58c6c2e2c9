/* Symbolic execution of the n-thread program, one step of one thread after the other. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_EXECUTION_H
#define CHORUS_ENGINES_SYMMPA_REFINE_EXECUTION_H

#include "engines/symmpa/explore/arrange.h"
#include "program/program.h"

/* Instance of the local variables of thread t in terms of an execution: their arbitrary initial values. Shared ones: 1;
 * inputs: the offset of their step plus the position of their edge in it. */
#define PATH_LOCAL_INSTANCE(t) (2 + (t))

typedef struct Execution {
    Program *p;
    Term *shared;            /* current values, per variable */
    VEC(Term *) locals;      /* per thread, and variable */
    VEC(uint32_t) templates; /* per thread */
    uint32_t offset;         /* of the next step */
    uint32_t thread;         /* whose term is being evaluated */
} Execution;

/* The start of a trace: its initial threads exist. */
void execution_start(Execution *x, Program *p, const AbstractTrace *trace);
Term execution_evaluate(Execution *x, uint32_t thread, Term t);
/* The assignments of a step, whatever its guard. Threads are numbered in the order of their start. */
void execution_step(Execution *x, const AbstractStep *step);
void execution_end(Execution *x);

#endif
