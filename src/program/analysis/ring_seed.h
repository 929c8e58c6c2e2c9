/* Predicates about arrays that are filled and emptied in turns, up to two counters. */
#ifndef CHORUS_PROGRAM_ANALYSIS_RING_SEED_H
#define CHORUS_PROGRAM_ANALYSIS_RING_SEED_H

#include "program/analysis/counter_seed.h"

/* Adds such predicates to none. r: the variable that has the index of the announced access. False: there is no ring,
 * and nothing is added. A guess, as in frontier_seed.h. */
bool ring_seed(Program *p, VarId r, SeedTerms *out);

#endif
