/* Value seeding: what values do variables take in random concrete runs? */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_SEED_H
#define CHORUS_ENGINES_SYMMPA_REFINE_SEED_H

#include "base/rng.h"
#include "engines/symmpa/abstraction/predicate.h"

/* Adds x == c for every value c of every scalar variable that took between 2 and max_values values in
 * random concrete runs and does not depend on inputs (tainted_too: or took few values all the same). Returns how many
 * predicates are new. */
uint32_t discover_values(Program *original, Program *merged, Predicates *set, Rng *rng, uint32_t max_threads,
                         uint32_t max_values, bool tainted_too);

#endif
