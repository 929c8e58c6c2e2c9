/* Eager locations.
 *
 * In a state of a fixed number of threads, a thread at an eager location may be moved before all others, and only it:
 * its steps are independent of theirs (they touch its locals only, or start a thread, which it alone can do), cannot be
 * blocked, and are on no cycle without a start, so that the others' turn comes (an ample set; Peled 1993). */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_EAGER_H
#define CHORUS_KERNEL_KINDS_INVARIANT_EAGER_H

#include "kernel/checker/checker.h"

/* May the eager locations be left before other threads move? */
bool eager_check(Checker *k);

#endif
