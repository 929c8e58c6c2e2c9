/* Nodes that are said to lead to no error. */
#ifndef CHORUS_KERNEL_KINDS_LOCKSTEP_DEAD_H
#define CHORUS_KERNEL_KINDS_LOCKSTEP_DEAD_H

#include "kernel/kinds/lockstep/state.h"

/* Can no error be come to from the node, in the product in which a thread sleeps on as long as all steps of others can
 * be swapped with its own? */
bool lockstep_is_dead(LockstepCheck *c, const LockstepNode *node);

#endif
