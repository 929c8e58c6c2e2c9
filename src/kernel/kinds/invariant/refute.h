/* Steps that are in the abstraction only. */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_REFUTE_H
#define CHORUS_KERNEL_KINDS_INVARIANT_REFUTE_H

#include "kernel/checker/checker.h"

/* Is there no concrete step like this with these passive threads, before and after (after: NULL for failing steps)?
 * Asks about each of them alone first, then about all together. */
bool refute_step(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, const uint32_t *before,
                 const uint32_t *after, uint32_t count);

#endif
