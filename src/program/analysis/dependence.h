/* Which steps depend on which: what threads at a location read and write of the shared variables next, and ever after.
 *
 * Two steps of different threads are independent when neither writes what the other reads or writes. Only the variables
 * count that are `known`: in an abstraction, those that predicates speak of. */
#ifndef CHORUS_PROGRAM_ANALYSIS_DEPENDENCE_H
#define CHORUS_PROGRAM_ANALYSIS_DEPENDENCE_H

#include "program/program.h"

typedef struct Dependence {
    Program *p;
    uint32_t words;           /* 64-bit words of a set of shared variables */
    uint64_t *known;          /* a set; the sets below are of all variables */
    uint64_t *guards;         /* per location: what its steps' guards read */
    uint64_t *reads, *writes; /* what its steps read and write */
    uint64_t *later_reads;    /* what its steps, and all that may follow, read; threads started there included */
    uint64_t *later_writes;
    bool *quiet; /* a thread can move on from there, and stops nobody: no step enters an atomic section */
    bool *eager; /* quiet, and on no cycle of such locations that starts no thread */
} Dependence;

/* Of a merged program. Nothing is known at first. */
Dependence *dependence_new(Program *p);
/* Says, of every variable, whether it is known. */
void dependence_know(Dependence *d, const bool *known);
/* All shared variables are. */
void dependence_know_all(Dependence *d);
/* Are the steps from `loc` independent of everything that a thread at `other` may ever do? */
bool dependence_is_free(const Dependence *d, uint32_t loc, uint32_t other);
/* May a step of a thread at `other`, now or later, let one at `loc` move whose guards all fail? */
bool dependence_may_enable(const Dependence *d, uint32_t other, uint32_t loc);

#endif
