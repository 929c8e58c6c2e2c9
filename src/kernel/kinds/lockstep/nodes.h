/* The nodes of a reduction: is every step of every thread awake followed, and who may sleep afterwards? */
#ifndef CHORUS_KERNEL_KINDS_LOCKSTEP_NODES_H
#define CHORUS_KERNEL_KINDS_LOCKSTEP_NODES_H

#include "kernel/kinds/lockstep/state.h"

/* Fills in moves and targets. That guards fail where a move has no targets, and that what is known at the targets
 * covers all cases, is for regions.h. */
void lockstep_check_nodes(LockstepCheck *c);
/* Do all threads that sleep at node `less` sleep at node `more`, and others too? */
bool lockstep_sleep_more(const LockstepCheck *c, uint32_t less, uint32_t more);

#endif
