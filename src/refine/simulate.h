/* Simulation (paper 000, section 4.3; paper 001, section 4): is there a concrete run along an abstract trace? */
#ifndef CHORUS_REFINE_SIMULATE_H
#define CHORUS_REFINE_SIMULATE_H

#include "explore/counter.h"
#include "program/program.h"
#include "program/trace.h"
#include "smt/smt.h"

/* A path of the n-thread program: the abstract trace with thread-indexed locals. */
typedef struct Path {
    Program *p;       /* merged */
    uint32_t threads; /* including those started on the way */
    uint32_t initial_threads;
    uint32_t *templates; /* per thread */
    VEC(AbstractStep) steps;
    Term *guards;      /* per step, over initial values and inputs */
    uint32_t *offsets; /* per step: instance of input at position 0 of its edge */
    bool *core;        /* after an infeasible simulation: step belongs to the unsatisfiable core */
} Path;

/* Instance of the local variables of thread t in path terms: their arbitrary initial values. */
#define PATH_LOCAL_INSTANCE(t) (2 + (t))

/* Drops threads that write nothing, where the program may go on without starting them. */
void trace_drop_idle_threads(const Program *p, AbstractTrace *trace);

/* Symbolic execution along the trace. Memory of the run, freed by path_free. */
Path *path_new(Program *p, const AbstractTrace *trace);
void path_free(Path *path);

/* SMT_SAT: feasible, *trace is the run in terms of the unmerged program `original`. SMT_UNSAT: path->core is set. */
SmtResult path_simulate(Path *path, Smt *smt, Program *original, Trace *trace);
/* First over-approximated edge on the path (why), or NULL. */
const char *path_approximate(const Path *path);

#endif
