/* The checker's part on proofs by a reduction. Argument: docs/lockstep.md. */
#ifndef CHORUS_KERNEL_KINDS_LOCKSTEP_LOCKSTEP_H
#define CHORUS_KERNEL_KINDS_LOCKSTEP_LOCKSTEP_H

#include "kernel/kinds/lockstep/state.h"

/* A certificate whose predicates are the variables that conditions of the proof speak of: what is assigned to them is
 * kept when the program is reduced. */
const Certificate *lockstep_variables(Program *p, const LockstepProof *proof);

/* k: with the reduced program of the part. The proof is about the program given, whose variables and locations have the
 * same numbers. */
void lockstep_check(Checker *k, const LockstepProof *proof, Program *given);

#endif
