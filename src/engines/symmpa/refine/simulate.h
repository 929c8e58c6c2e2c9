/* Simulation (paper 000, section 4.3; paper 001, section 4): is there a concrete run along an abstract trace? */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_SIMULATE_H
#define CHORUS_ENGINES_SYMMPA_REFINE_SIMULATE_H

#include "engines/symmpa/explore/counter.h"
#include "engines/symmpa/refine/execution.h"
#include "logic/smt/smt.h"
#include "program/analysis/loopcounter.h"
#include "program/program.h"
#include "program/trace.h"

/* A path of the n-thread program: the abstract trace with thread-indexed locals. */
typedef struct Path {
    Program *p; /* merged */
    const LoopCounters *counters;
    uint32_t threads; /* including those started on the way */
    uint32_t initial_threads;
    uint32_t *templates; /* per thread */
    VEC(AbstractStep) steps;
    Term *conditions;  /* per step: the edge's guard, or the part of it that the core is made of */
    Term *guards;      /* per step, over initial values and inputs */
    Term *essential;   /* the same without what guards say of loop counters */
    uint32_t *offsets; /* per step: instance of input at position 0 of its edge */
    bool *core;        /* after an infeasible simulation: step belongs to the unsatisfiable core */
    bool counter_core; /* ... which needs loop counters */
} Path;

/* Drops threads that write nothing, where the program may go on without starting them. */
void trace_drop_idle_threads(const Program *p, AbstractTrace *trace);

/* Symbolic execution along the trace. Memory of the run, freed by path_free; counters must live as long. */
Path *path_new(Program *p, const LoopCounters *counters, const AbstractTrace *trace);
/* A concrete run of the merged program as a path: threads at the start, and of each step thread, edge and child. */
Path *path_of_run(Program *p, const LoopCounters *counters, const Trace *run);
void path_free(Path *path);

/* SMT_SAT: feasible, *trace is the run in terms of the unmerged program `original`. SMT_UNSAT: path->core and
 * path->conditions are set. A core that does without what guards say of loop counters is preferred: what is learnt from
 * one with them unrolls the loop by one round only. */
SmtResult path_simulate(Path *path, Smt *smt, Program *original, Trace *trace);

#endif
