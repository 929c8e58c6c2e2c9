/* Proofs by a reduction as text: printer and parser. Format: docs/certificates.md. */
#ifndef CHORUS_PROOF_TEXT_LOCKSTEP_TEXT_H
#define CHORUS_PROOF_TEXT_LOCKSTEP_TEXT_H

#include "proof/lockstep_proof.h"
#include "proof/text/evidence.h"

void lockstep_print(const TraceNames *names, const LockstepProof *proof, Str *out);
/* Errors are diagnostics and stop the run with STOP_INPUT. */
const LockstepProof *lockstep_parse(EvidenceParser *ps);

#endif
