/* Facts about where threads may be together: are they invariants, and what do they exclude? For parts of proofs that
 * rest on reasons. */
#ifndef CHORUS_KERNEL_KINDS_EXCLUSION_EXCLUSION_H
#define CHORUS_KERNEL_KINDS_EXCLUSION_EXCLUSION_H

#include "kernel/checker/checker.h"
#include "program/exclusion.h"

/* Are all locks invariants of k->p, given that the facts about the order of threads are? k->reached: at other locations
 * no thread ever is; k->written: variables that are assigned something else than their initial value. */
void exclusion_check_locks(Checker *k, const Exclusions *facts);
/* Are all facts about the order of threads? They are one invariant together. */
void exclusion_check_orders(Checker *k, const Exclusions *facts);

/* Do the facts say that no thread is at a while another one is at b? */
bool exclusion_holds(Checker *k, const Exclusions *facts, LocId a, LocId b);

#endif
