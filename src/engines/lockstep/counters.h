/* Counters: variables that bound loops by constants. Where nodes know their values, such loops are unrolled. */
#ifndef CHORUS_ENGINES_LOCKSTEP_COUNTERS_H
#define CHORUS_ENGINES_LOCKSTEP_COUNTERS_H

#include "engines/lockstep/letters.h"

#define COUNTERS_WIDTH 32 /* and narrower */

/* Adds the variables to the set; false: nothing counts towards a constant there. */
bool counters_find(const Letters *l, VarSet out);

#endif
