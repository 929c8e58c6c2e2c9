/* Certificates as text: docs/certificates.md has the grammar. */
#ifndef CHORUS_CERTIFICATE_CERTIFICATE_PRINT_H
#define CHORUS_CERTIFICATE_CERTIFICATE_PRINT_H

#include "certificate/certificate.h"
#include "certificate/evidence.h"

/* Of a certificate that is sorted; reading it back and printing gives the same. */
void certificate_print(const Certificate *c, const TraceOptions *options, Str *out);

#endif
