/* Modular proofs as text. */
#ifndef CHORUS_CERTIFICATE_MODULAR_TEXT_H
#define CHORUS_CERTIFICATE_MODULAR_TEXT_H

#include "certificate/evidence.h"
#include "certificate/modular_proof.h"

/* Names are those of the program as given. */
void modular_print(const TraceNames *names, const ModularProof *proof, Str *out);
/* The parser stands after the numbers of error edges. Errors stop the run with STOP_INPUT. */
const ModularProof *modular_parse(EvidenceParser *ps);

#endif
