/* Sets of numbers: regions, havocs, accesses. Sorted, so that two are equal when their elements are, one by one. */
#ifndef CHORUS_RACE_IDS_H
#define CHORUS_RACE_IDS_H

#include "base/vec.h"

typedef VEC(uint32_t) Ids;

/* True when it is new. */
bool ids_add(Run *run, Ids *set, uint32_t id);
bool ids_have(const Ids *set, uint32_t id);
/* Is every element of a one of b? */
bool ids_within(const Ids *a, const Ids *b);
bool ids_equal(const Ids *a, const Ids *b);
void ids_join(Run *run, Ids *to, const Ids *from);
/* For checks: strictly ascending? */
bool ids_are_valid(const Ids *set);

#endif
