/* From a product with invariants to a proof that others can check. */
#ifndef CHORUS_ENGINES_LOCKSTEP_PROOF_H
#define CHORUS_ENGINES_LOCKSTEP_PROOF_H

#include "engines/lockstep/lockstep.h"
#include "proof/lockstep_proof.h"

LockstepProof *lockstep_proof(const LockstepResult *result, const WrittenOut *written);

#endif
