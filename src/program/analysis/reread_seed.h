/* Predicates that proofs are likely to need where data is read between two looks at a shared counter, and belongs
 * together if it is the same both times (a sequence lock). */
#ifndef CHORUS_PROGRAM_ANALYSIS_REREAD_SEED_H
#define CHORUS_PROGRAM_ANALYSIS_REREAD_SEED_H

#include "program/analysis/counter_seed.h"

/* Adds such predicates, over p. A guess, as in frontier_seed.h. None: no counter is looked at so. */
void reread_seed(Program *p, SeedTerms *out);

#endif
