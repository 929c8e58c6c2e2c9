/* Arrays of which some elements are known: what C leaves arbitrary until it is written, element by element. The cell of
 * such an array is unknown, and its value has the known elements as entries; the default says nothing. */
#ifndef CHORUS_KERNEL_KINDS_CONCRETE_PARTIAL_H
#define CHORUS_KERNEL_KINDS_CONCRETE_PARTIAL_H

#include "kernel/kinds/concrete/explorer.h"

/* What a term is without symbols, whose variables are not all known, one of them an array. */
ConcreteCell partial_value(Explorer *x, Term t);

#endif
