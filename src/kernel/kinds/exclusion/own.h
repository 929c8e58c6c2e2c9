/* Numbers that each thread has for itself: are they invariants? For parts of proofs that rest on reasons. */
#ifndef CHORUS_KERNEL_KINDS_EXCLUSION_OWN_H
#define CHORUS_KERNEL_KINDS_EXCLUSION_OWN_H

#include "kernel/checker/checker.h"
#include "program/exclusion.h"

/* Are they invariants of k->p, given that the locks and the facts about the order of threads are? k->reached: at other
 * locations no thread ever is. */
void own_check(Checker *k, const Exclusions *facts);

/* Adds what a fact says of the shared variables and of two threads, one at a, whose locals are instance 0, and another
 * one at b, whose locals are instance 1. */
void own_add_facts(Checker *k, const OwnFact *f, LocId a, LocId b, CertifyTerms *terms);
/* A term over shared variables and locals (instance 0), with the locals of the thread of that instance. */
Term own_rename(Checker *k, Term t, uint32_t instance);

#endif
