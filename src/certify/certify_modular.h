/* Parts of proofs that are modular: about one thread after the other. Argument: docs/certificates.md. */
#ifndef CHORUS_CERTIFY_CERTIFY_MODULAR_H
#define CHORUS_CERTIFY_CERTIFY_MODULAR_H

#include "certificate/modular_proof.h"
#include "certify/certify.h"

/* Does the proof exclude these error edges (per edge of p)? Adds to *result what was met. */
void modular_certify(Program *p, const ModularProof *proof, const bool *errors, const char *smtlib_dir,
                     CertifyResult *result);

#endif
