/* Teams of threads: are the facts invariants, and what do they say? For parts of proofs that rest on reasons. */
#ifndef CHORUS_KERNEL_KINDS_EXCLUSION_TEAM_H
#define CHORUS_KERNEL_KINDS_EXCLUSION_TEAM_H

#include "kernel/checker/checker.h"
#include "program/exclusion.h"

/* Are they invariants of k->p, given that names are? k->reached: at other locations no thread ever is. */
void team_check(Checker *k, const Exclusions *facts);

/* Is there no thread at a while another one is at b, as it stands in the fact? */
bool team_holds_apart(const Checker *k, const TeamFact *f, LocId a, LocId b);
/* Adds what a fact says of two threads, one at a, whose locals are instance 0, and another one at b, whose locals are
 * instance 1. False: nothing. */
bool team_add_facts(Checker *k, const TeamFact *f, LocId a, LocId b, CertifyTerms *terms);
/* Adds what a fact says of one thread at l, whose locals are instance 0. False: nothing. */
bool team_add_facts_of_one(Checker *k, const TeamFact *f, LocId l, CertifyTerms *terms);

#endif
