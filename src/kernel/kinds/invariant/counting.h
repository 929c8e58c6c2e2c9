/* Counting predicates: x == x0 + the sum of all threads' weights is an invariant when every step changes x by as much
 * as it changes its thread's weight. */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_COUNTING_H
#define CHORUS_KERNEL_KINDS_INVARIANT_COUNTING_H

#include "kernel/checker/checker.h"

/* Are the counting predicates invariants? */
bool counting_check(Checker *k);
/* What they say before and after a path of the active thread, with `others` passive threads at those locations. */
void counting_add_facts(Checker *k, CertifyTerms *terms, const CertifyPath *path, const LocId *others, uint32_t count);

#endif
