/* Predicates that proofs are likely to need where a shared counter says how far an array has been filled: what is below
 * it is written no more, and what is not below it is not yet read; or, in a ring, where two counters are its ends. */
#ifndef CHORUS_PROGRAM_ANALYSIS_FRONTIER_SEED_H
#define CHORUS_PROGRAM_ANALYSIS_FRONTIER_SEED_H

#include "program/analysis/counter_seed.h"

/* Adds such predicates, over p, a program with announced accesses (program/monitor.h). A guess: whatever is added, a
 * proof is one of p. None: no access at a variable index is announced, or nothing counts. */
void frontier_seed(Program *p, SeedTerms *out);

#endif
