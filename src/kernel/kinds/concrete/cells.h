/* What terms are worth in a state, as far as that is known.
 *
 * Where the certificate says so, arrays may be known in part: what C leaves arbitrary until it is written, element by
 * element. The cell of such an array is unknown, and its value has the known elements as entries; the default says
 * nothing. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_CELLS_H
#define CHORUS_KERNEL_KINDS_CONCRETE_CELLS_H

#include "kernel/kinds/concrete/explorer.h"

/* In x->at; unknown when any variable is that matters. */
ConcreteCell cells_evaluate(Explorer *x, Term t);

#endif
