/* What an invariant may be made of: atoms of guards, orders between variables; variables and elements of arrays of
 * which there may be affine relations. */
#ifndef CHORUS_ENGINES_LOCKSTEP_CANDIDATES_H
#define CHORUS_ENGINES_LOCKSTEP_CANDIDATES_H

#include "engines/lockstep/finder.h"

/* Of a group of coordinates. */
unsigned candidates_width(int group);
/* May what comes after the node read all variables of the term? */
bool candidates_is_live(const InvariantFinder *f, uint32_t node, Term t);
/* Adds atoms and elements of arrays that the region speaks of. */
void candidates_collect(InvariantFinder *f, Region *r);
void candidates_choose(InvariantFinder *f, Cut *c);
/* That variables are multiples of a stride. */
void candidates_collect_strides(InvariantFinder *f);
/* What excludes errors becomes a candidate. */
void candidates_collect_goals(InvariantFinder *f);
/* Variables that guards put in an order, and copies of such. */
void candidates_find_compared(InvariantFinder *f);
/* Adds orders between coordinates of the cut node that are such. */
void candidates_collect_orders(InvariantFinder *f, const Cut *c);

#endif
