/* Nodes from which no error can be come to, as far as control flow and a few known values tell. */
#ifndef CHORUS_ENGINES_LOCKSTEP_DEAD_H
#define CHORUS_ENGINES_LOCKSTEP_DEAD_H

#include "engines/lockstep/product.h"

/* A thread that sleeps and that nobody awake can wake stays where it is, so that whoever waits for it waits for ever.
 */
bool dead_is(const Product *p, const ProductNode *node);

#endif
