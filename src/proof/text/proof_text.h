/* Proofs as text: their printer and their parser, which is strict about form. */
#ifndef CHORUS_PROOF_TEXT_PROOF_TEXT_H
#define CHORUS_PROOF_TEXT_PROOF_TEXT_H

#include "proof/proof.h"
#include "proof/text/evidence.h"

/* A proof that is one certificate for everything is printed as such (version 1), others as parts. Reading it back and
 * printing gives the same text. */
void proof_print(const Proof *proof, const TraceOptions *options, Str *out);

/* What is malformed, for another program or other options, or of another version is a diagnostic and stops the run with
 * STOP_INPUT. Every part is about error edges, but not every error edge need be in a part: that, and whether the parts
 * prove anything, is for certify.h. */
Proof *proof_parse(const ProofSubject *subject, const TraceOptions *options, const char *file, const char *text,
                   size_t length);

#endif
