/* The checker's part on proofs by a reduction. Argument: docs/lockstep.md. */
#ifndef CHORUS_CERTIFY_LOCKSTEP_LOCKSTEP_H
#define CHORUS_CERTIFY_LOCKSTEP_LOCKSTEP_H

#include "certify/lockstep/state.h"

/* k: with the reduced program of the part. The proof is about the program given, whose variables and locations have the
 * same numbers. */
void lockstep_check(Checker *k, const LockstepProof *proof, Program *given);

#endif
