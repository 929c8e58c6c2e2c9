/* Errors that wait for a thread that has stopped: can they be taken, as facts about numbers and locks say of the two
 * threads? For parts of proofs that rest on reasons. */
#ifndef CHORUS_KERNEL_KINDS_EXCLUSION_MEET_H
#define CHORUS_KERNEL_KINDS_EXCLUSION_MEET_H

#include "kernel/checker/checker.h"
#include "program/exclusion.h"

/* Is it impossible that the error edge is taken when the edge `set`, by another thread, was the last one that assigned
 * to `flag`? No edge leads on from where it led. The facts must be invariants. */
bool meet_is_impossible(Checker *k, const Exclusions *facts, uint32_t flag, const Edge *set, const Edge *error);

#endif
