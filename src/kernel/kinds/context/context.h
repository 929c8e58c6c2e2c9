/* Proofs by context: is each thread, among any number of others, where the certificate says, do the automata say all
 * that others can notice of it, and does nothing go wrong? The argument: docs/certificates.md. */
#ifndef CHORUS_KERNEL_KINDS_CONTEXT_CONTEXT_H
#define CHORUS_KERNEL_KINDS_CONTEXT_CONTEXT_H

#include "kernel/checker/checker.h"
#include "proof/proof.h"

/* Sets k->problem where something does not hold; k->p: the program of the threads. */
void context_check(Checker *k, const Context *c, const ProofSubject *subject);

#endif
