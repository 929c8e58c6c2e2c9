/* Sets of numbers: regions, havocs, accesses. Sorted, so that two are equal when their elements are, one by one. */
#ifndef CHORUS_ENGINES_CIRC_IDS_H
#define CHORUS_ENGINES_CIRC_IDS_H

#include "base/vec.h"

typedef VEC(uint32_t) IdSet;

/* True when it is new. */
bool ids_add(Run *run, IdSet *set, uint32_t id);
bool ids_have(const IdSet *set, uint32_t id);
/* Is every element of a one of b? */
bool ids_within(const IdSet *a, const IdSet *b);
bool ids_equal(const IdSet *a, const IdSet *b);
void ids_join(Run *run, IdSet *to, const IdSet *from);
/* For checks: strictly ascending? */
bool ids_are_valid(const IdSet *set);

#endif
