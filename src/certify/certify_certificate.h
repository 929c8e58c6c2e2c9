/* One certificate, held against one program. */
#ifndef CHORUS_CERTIFY_CERTIFY_CERTIFICATE_H
#define CHORUS_CERTIFY_CERTIFY_CERTIFICATE_H

#include "certify/certify.h"

/* Is the certificate's invariant one of the program, without errors? Adds to *result what was met. */
void certificate_certify(const Certificate *c, Program *p, const char *smtlib_dir, CertifyResult *result);

#endif
