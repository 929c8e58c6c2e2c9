/* Handles that a program keeps but never looks at. */
#ifndef CHORUS_C_EXACT_THREADS_OPAQUE_H
#define CHORUS_C_EXACT_THREADS_OPAQUE_H

#include "c/exact/model/state.h"

/* Are the values of the variables (a flag for each one of the program) only copied from place to place, so that no step
 * depends on what they are, and do they come from starts of threads and from constants only? Errs towards false. */
bool values_are_opaque(const Lowering *L, const bool *variables);

#endif
