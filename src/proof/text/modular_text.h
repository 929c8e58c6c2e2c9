/* Modular proofs as text. */
#ifndef CHORUS_PROOF_TEXT_MODULAR_TEXT_H
#define CHORUS_PROOF_TEXT_MODULAR_TEXT_H

#include "proof/modular_proof.h"
#include "proof/text/evidence.h"

/* Names are those of the program as given. */
void modular_print(const TraceNames *names, const ModularProof *proof, Str *out);
/* The parser stands after the numbers of error edges. Errors stop the run with STOP_INPUT. */
const ModularProof *modular_parse(EvidenceParser *ps);

#endif
