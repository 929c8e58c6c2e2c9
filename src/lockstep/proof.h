/* From a product with invariants to a proof that others can check. */
#ifndef CHORUS_LOCKSTEP_PROOF_H
#define CHORUS_LOCKSTEP_PROOF_H

#include "certificate/lockstep_proof.h"
#include "lockstep/lockstep.h"

LockstepProof *lockstep_proof(const LockstepResult *result, const WrittenOut *written);

#endif
