/* The checker of certificates. It shares no code with slicing, merging, abstraction, exploration and refinement: it works
 * on the unmerged program with terms and the solver only. Argument: docs/certificates.md. */
#ifndef CHORUS_CERTIFICATE_CERTIFY_H
#define CHORUS_CERTIFICATE_CERTIFY_H

#include "certificate/certificate.h"

typedef struct CertifyResult {
    bool certified;
    const char *problem;  /* not certified: the obligation that fails, one line, in source terms; owned by the run */
    uint64_t obligations; /* different questions to the solver that were answered "unsatisfiable" */
    uint64_t steps;       /* of configurations of the certificate that were found to stay in it */
    bool cannot_write;    /* smtlib_dir: a file could not be written; then not certified */
} CertifyResult;

/* Checks initiation, every step of every thread, and the safety of every assertion. smtlib_dir: a directory that exists,
 * into which every obligation is written as SMT-LIB 2 (unsatisfiable is right); NULL = none. */
CertifyResult certify(const Certificate *c, const char *smtlib_dir);

/* The program the checker works on: variables with one constant value replaced where that is known, assignments that
 * no condition depends on and edges that are never taken left out. Variables and locations are those of p. Exact: the same
 * error edges can be taken. */
Program *certify_reduce(Program *p);

#endif
