/* Steps that commute in some states only: by which conditions to tell states apart, so that a step is two letters, one
 * of which commutes always. */
#ifndef CHORUS_ENGINES_LOCKSTEP_CASES_H
#define CHORUS_ENGINES_LOCKSTEP_CASES_H

#include "engines/lockstep/product.h"

/* Conditions such that threads could sleep in the product where they do not. */
void cases_find(const Product *p, LetterCases *out);

#endif
