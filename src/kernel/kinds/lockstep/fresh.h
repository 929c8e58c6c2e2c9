/* Stores of arbitrary values into arrays that nobody has read yet. */
#ifndef CHORUS_KERNEL_KINDS_LOCKSTEP_FRESH_H
#define CHORUS_KERNEL_KINDS_LOCKSTEP_FRESH_H

#include "kernel/kinds/lockstep/state.h"

/* Makes all letters, and leaves out of them stores of inputs into arrays, where that changes no run. */
void lockstep_drop_fresh(LockstepCheck *c);

#endif
