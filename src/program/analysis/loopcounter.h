/* Loop counters: locals that only ever count. */
#ifndef CHORUS_PROGRAM_ANALYSIS_LOOPCOUNTER_H
#define CHORUS_PROGRAM_ANALYSIS_LOOPCOUNTER_H

#include "program/program.h"

typedef struct LoopCounters {
    Program *p;
    bool *is_counter; /* per variable */
} LoopCounters;

/* A loop counter is a local that some step adds a constant to, and that is otherwise set to constants only; one that
 * guards compare with small constants alone counts as any other variable, since its few rounds are quickly told apart.
 * Memory of the run. */
LoopCounters *loop_counters_new(Program *p);
/* The conjuncts of a guard that speak of no loop counter; true when there are none. */
Term loop_counters_drop(const LoopCounters *c, Term guard);

#endif
