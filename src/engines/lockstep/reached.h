/* States that are reached at cut nodes, and what therefore may hold there. */
#ifndef CHORUS_ENGINES_LOCKSTEP_REACHED_H
#define CHORUS_ENGINES_LOCKSTEP_REACHED_H

#include "engines/lockstep/finder.h"

/* The conjuncts that no state that was joined violates. */
void reached_find_known(InvariantFinder *f, Cut *c);
/* Joins the state at the target in the model of its view to those of the cut node c. */
void reached_join_model(InvariantFinder *f, Cut *c, Region *r, RegionTarget *target);
/* Random runs say at little cost most of what does not hold. */
void reached_sample(InvariantFinder *f);

#endif
