/* Parts of proofs that are modular: about one thread after the other. Argument: docs/certificates.md. */
#ifndef CHORUS_KERNEL_MODULAR_H
#define CHORUS_KERNEL_MODULAR_H

#include "kernel/certify.h"
#include "proof/modular_proof.h"

/* Does the proof exclude these error edges (per edge of p)? Adds to *result what was met. */
void modular_certify(Program *p, const ModularProof *proof, const bool *errors, const char *smtlib_dir,
                     CertifyResult *result);

#endif
