/* Views: proofs for every number of threads.
 *
 * A configuration of any number of threads belongs to the invariant when its common part with every choice of at most k
 * other threads is a view of the certificate. Take a step from one, and a view of what it leads to. That view speaks of
 * at most k threads besides the single ones; together with the active thread those were k + 1 before the step, all of
 * whose sub-views are there. So it is enough to look at configurations of at most k + 1 threads (k when the active one
 * is single) all of whose sub-views are there, and at every step of every thread in them. Threads that are left out
 * forbid no step: what a step needs concerns the active thread, the shared variables and atomic sections, and those are
 * in the common part. */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_VIEWS_H
#define CHORUS_KERNEL_KINDS_INVARIANT_VIEWS_H

#include "kernel/checker/checker.h"

void views_check(Checker *k);

#endif
