/* The nodes of a reduction: is every step of every thread awake followed, and who may sleep afterwards? */
#ifndef CHORUS_CERTIFY_LOCKSTEP_NODES_H
#define CHORUS_CERTIFY_LOCKSTEP_NODES_H

#include "certify/lockstep/state.h"

/* Fills in moves and targets. That guards fail where a move has no targets, and that what is known at the targets
 * covers all cases, is for regions.h. */
void lockstep_check_nodes(LockstepCheck *c);

#endif
