/* What the search of all states may take together: said here, and checked by the checker that does the search. */
#ifndef CHORUS_ENGINES_CONCRETE_SHAPE_H
#define CHORUS_ENGINES_CONCRETE_SHAPE_H

#include "proof/certificate.h"

/* Steps between locations of the merged program, which of them may come first, and what threads do while they hold a
 * lock: but not those where open[v]. */
Certificate *exhaustive_shape(Program *p, const Program *merged, uint32_t threads, const bool *open);

#endif
