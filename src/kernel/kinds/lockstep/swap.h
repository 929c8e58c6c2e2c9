/* Which steps may be swapped, found by the checker itself. */
#ifndef CHORUS_KERNEL_KINDS_LOCKSTEP_SWAP_H
#define CHORUS_KERNEL_KINDS_LOCKSTEP_SWAP_H

#include "kernel/kinds/lockstep/state.h"

/* Whatever "first, then second" does from any state, "second, then first" does, too. If the second is an error: it can
 * be taken without the first. They are of different threads. */
bool lockstep_may_swap(LockstepCheck *c, uint32_t first, uint32_t second);

#endif
