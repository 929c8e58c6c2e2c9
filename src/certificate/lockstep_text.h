/* Proofs by a reduction as text: printer and parser. Format: docs/certificates.md. */
#ifndef CHORUS_CERTIFICATE_LOCKSTEP_TEXT_H
#define CHORUS_CERTIFICATE_LOCKSTEP_TEXT_H

#include "certificate/evidence.h"
#include "certificate/lockstep_proof.h"

void lockstep_print(const TraceNames *names, const LockstepProof *proof, Str *out);
/* Errors are diagnostics and stop the run with STOP_INPUT. */
const LockstepProof *lockstep_parse(EvidenceParser *ps);

#endif
