/* The invariants of a reduction. */
#ifndef CHORUS_KERNEL_KINDS_LOCKSTEP_REGIONS_H
#define CHORUS_KERNEL_KINDS_LOCKSTEP_REGIONS_H

#include "kernel/kinds/lockstep/state.h"

/* From each node with an invariant along all ways to the next such nodes: the invariants there hold, no error can be
 * taken, and where a step has no target its guard fails. */
void lockstep_check_regions(LockstepCheck *c);

#endif
