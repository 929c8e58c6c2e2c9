/* Tickets: what threads hold differs, and lies on one side of a counter.
 *
 * The claim: a thread at a location that is named holds a ticket in the local that is named; every ticket lies behind
 * the counter; tickets of different threads differ. It says nothing of a thread that has just started, so it holds at
 * the start. Take a step from a configuration where it holds. The threads that the claim speaks of afterwards are the
 * active one and passive ones, whose tickets do not change. So these are enough, for every step and every ticket that
 * another thread may hold, behind the counter and different from the active thread's:
 * - the other ticket lies behind the counter afterwards (when the counter changes);
 * - the active thread's ticket lies behind the counter afterwards, and is not the other (when either changes, or when
 * it held none before). */
#ifndef CHORUS_KERNEL_KINDS_INVARIANT_TICKET_H
#define CHORUS_KERNEL_KINDS_INVARIANT_TICKET_H

#include "kernel/checker/checker.h"

/* Do all steps keep what the tickets claim? */
bool ticket_check(Checker *k);
/* What they say of an active thread at `from` and passive ones (instances 1, 2, ...) before a step. */
void ticket_add_facts(Checker *k, CertifyTerms *terms, LocId from, const LocId *others, uint32_t count);

#endif
