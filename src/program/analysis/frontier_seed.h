/* Predicates that proofs are likely to need where a shared counter says how far an array has been filled: what is below
 * it is written no more, and what is not below it is not yet read. Likewise where two such counters are the ends of
 * what is filled (a ring). */
#ifndef CHORUS_PROGRAM_ANALYSIS_FRONTIER_SEED_H
#define CHORUS_PROGRAM_ANALYSIS_FRONTIER_SEED_H

#include "program/program.h"

typedef VEC(Term) FrontierTerms;

/* Adds such predicates, over p, a program with announced accesses (program/monitor.h). A guess: whatever is added, a
 * proof is one of p. None: no access at a variable index is announced, or nothing counts. */
void frontier_seed(Program *p, FrontierTerms *out);
/* Likewise where a shared counter is looked at before and after data is read, which belong together if it is the same
 * both times (a sequence lock). None: no counter is looked at so. */
void reread_seed(Program *p, FrontierTerms *out);

#endif
