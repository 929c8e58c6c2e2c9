/* The invariants of a reduction. */
#ifndef CHORUS_CERTIFY_LOCKSTEP_REGIONS_H
#define CHORUS_CERTIFY_LOCKSTEP_REGIONS_H

#include "certify/lockstep/state.h"

/* From each node with an invariant along all ways to the next such nodes: the invariants there hold, no error can be
 * taken, and where a step has no target its guard fails. */
void lockstep_check_regions(LockstepCheck *c);

#endif
