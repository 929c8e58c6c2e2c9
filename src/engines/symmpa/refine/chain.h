/* What ends a chain of predicates that refinement would go on with for ever. */
#ifndef CHORUS_ENGINES_SYMMPA_REFINE_CHAIN_H
#define CHORUS_ENGINES_SYMMPA_REFINE_CHAIN_H

#include "engines/symmpa/abstraction/predicate.h"

/* A chain is six predicates or more that compare one variable plus different constants: top < 400, top + 1 < 400,
 * top + 2 < 400, top + 3 < 400 ... What bounds such a variable is mostly a test in the program that a core does not
 * need, since along one path the values are known: the atoms of guards of p that speak of the variable become
 * predicates, and where the constants of a chain are an even number apart, whether the variable is even. So does a
 * chain of distances, version == before, version == before + 1, version == before + 2 ..., where steps count the one up
 * or down: the order of the two (discover_bounds) is kept by such steps because of a test, as what is counted would
 * wrap around without; the test becomes a predicate, and what it says behind the step. Returns how many predicates are
 * new. p: the merged program. */
uint32_t discover_chains(Program *p, Predicates *set);

#endif
