/* What context inference has found, as a proof that others can check (proof/context.h). */
#ifndef CHORUS_ENGINES_CIRC_CONTEXT_PROOF_H
#define CHORUS_ENGINES_CIRC_CONTEXT_PROOF_H

#include "engines/circ/circ.h"
#include "proof/context.h"

/* threads: the program that was asked. CIRC's states are those that its analysis of each thread has reached; a thread
 * may be taken to be wherever its automaton simulates it. omega-CIRC has configurations of any number of threads
 * instead, each at one place: a state is such a configuration with one of the threads as the main one. */
const Context *context_proof(Program *threads, const CircResult *r);

#endif
