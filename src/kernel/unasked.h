/* Edges that no run to an error needs. */
#ifndef CHORUS_KERNEL_UNASKED_H
#define CHORUS_KERNEL_UNASKED_H

#include "program/program.h"

/* Per edge: may it be left out, because wherever a run that takes it ends in one of these errors (per edge), there is a
 * run to the same error without it? To be released by the caller. */
bool *unasked_edges(const Program *p, const bool *errors);

#endif
