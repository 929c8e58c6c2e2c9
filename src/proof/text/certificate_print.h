/* Single certificates as text: docs/certificates.md has the grammar. */
#ifndef CHORUS_PROOF_TEXT_CERTIFICATE_PRINT_H
#define CHORUS_PROOF_TEXT_CERTIFICATE_PRINT_H

#include "base/str.h"
#include "proof/certificate.h"

/* Prints a sorted certificate from its claim to its end; reading it back and printing gives the same text. */
void certificate_print(const Certificate *c, Str *out);

#endif
