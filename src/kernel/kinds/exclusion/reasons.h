/* Parts of proofs that rest on reasons: an error edge cannot be taken since it waits for a thread that has stopped
 * somewhere, and no thread can be there then. */
#ifndef CHORUS_KERNEL_KINDS_EXCLUSION_REASONS_H
#define CHORUS_KERNEL_KINDS_EXCLUSION_REASONS_H

#include "kernel/checker/checker.h"
#include "program/exclusion.h"

/* Are the facts invariants of k->p, and none of these error edges (per edge) can be taken by them? */
void reasons_check(Checker *k, const Exclusions *facts, const bool *errors);
/* Are the facts invariants of k->p? For exclusion_holds. */
void reasons_check_facts(Checker *k, const Exclusions *facts);

#endif
