/* Which nodes of a product are cut: every loop of nodes goes through one. */
#ifndef CHORUS_ENGINES_LOCKSTEP_CUTS_H
#define CHORUS_ENGINES_LOCKSTEP_CUTS_H

#include "engines/lockstep/product.h"

/* Sets `cut` of nodes, where none is, and `topological`. */
void cuts_find(Product *p);

#endif
