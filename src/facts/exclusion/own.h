/* Numbers that each thread has for itself: drawn from a shared counter, in one step or in several under a lock. */
#ifndef CHORUS_FACTS_EXCLUSION_OWN_H
#define CHORUS_FACTS_EXCLUSION_OWN_H

#include "logic/smt/smt.h"
#include "program/exclusion.h"
#include "program/step.h"

/* Do other facts say that no two threads are at these locations at the same time? */
typedef bool (*AreApart)(void *arg, LocId a, LocId b);

/* Adds the numbers drawn from each counter of the program, each an invariant together with what are_apart says. */
void own_find(Program *p, Smt *smt, AreApart are_apart, void *arg, Exclusions *out);

/* What the facts say of one thread at a location, whose locals are those of the space (active or passive), and of the
 * shared variables. */
Term own_known(Program *p, const OwnFact *f, LocId l, Space space);
/* What they say of the numbers of two threads, the active one at a, a passive one at b. */
Term own_apart(Program *p, const OwnFact *f, LocId a, LocId b);

#endif
