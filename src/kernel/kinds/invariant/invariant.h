/* Is it in the invariant that the certificate claims? */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_INVARIANT_H
#define CHORUS_KERNEL_KINDS_INVARIANT_INVARIANT_H

#include "kernel/checker/checker.h"

#define INVARIANT_THREADS_MAX 64 /* single threads of a view */

/* The threads in any order. */
bool invariant_has_view(const Checker *k, uint32_t shared, bool atomic, const uint32_t *singles, uint32_t single_count,
                        const uint32_t *others, uint32_t other_count);
/* groups: (local, count) pairs in any order. */
bool invariant_has_state(const Checker *k, uint32_t shared, uint32_t *groups, uint32_t count);

#endif
