/* Names of threads, and teams: are the facts invariants? For parts of proofs that rest on reasons. */
#ifndef CHORUS_KERNEL_KINDS_EXCLUSION_NAMES_H
#define CHORUS_KERNEL_KINDS_EXCLUSION_NAMES_H

#include "kernel/checker/checker.h"
#include "program/exclusion.h"

/* Are they invariants of k->p? k->reached: at other locations no thread ever is. */
void names_check(Checker *k, const Exclusions *facts);

/* What a fact says of a name that a thread has which is not at a location in `done`. */
Term names_say(Checker *k, const NameFact *f, Term name);

#endif
