/* Stores of arbitrary values into arrays that nobody has read yet. */
#ifndef CHORUS_ENGINES_LOCKSTEP_FRESH_H
#define CHORUS_ENGINES_LOCKSTEP_FRESH_H

#include "engines/lockstep/letters.h"

/* Leaves out stores of inputs into an array whose initial elements are arbitrary, where all of them come before
 * everything else that is done with the array: a run that begins with those elements is the same run without them. */
void fresh_drop(Letters *l);

#endif
