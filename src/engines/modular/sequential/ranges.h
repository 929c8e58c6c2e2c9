/* Values that each variable of a sequential program can have at each location, whatever the others have: by decision
 * diagrams, forwards. Variables that keep getting new values at a location can have any there. */
#ifndef CHORUS_ENGINES_MODULAR_SEQUENTIAL_RANGES_H
#define CHORUS_ENGINES_MODULAR_SEQUENTIAL_RANGES_H

#include "engines/modular/sequential/vectors.h"

/* The variable at the place has the value. */
BDD vectors_equal(Vectors *v, uint32_t place, const BDD *value);
/* The initial states. */
BDD ranges_initial(Vectors *v);
/* Per location: the product of the ranges, inductive; false where control never is. Held in the pool. */
BDD *ranges_find(Vectors *v);

#endif
