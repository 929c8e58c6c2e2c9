/* The checker of certificates. It shares no code with slicing, merging, abstraction, exploration and refinement: it
 * works on the unmerged program with terms and the solver only. Argument: docs/certificates.md. */
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

/* Checks initiation, every step of every thread, and the safety of every assertion. smtlib_dir: a directory that
 * exists, into which every obligation is written as SMT-LIB 2 (unsatisfiable is right); NULL = none. */
CertifyResult certify(const Certificate *c, const char *smtlib_dir);

/* The program the checker works on, and what it knows of variables. */
typedef struct Reduced {
    Program *p;      /* variables and locations are those of the program given */
    Term *shared;    /* per variable: the value that a shared one always has, TERM_NONE = several */
    uint32_t *place; /* per local: its number in its template */
    Term **local;    /* per location: of each local by place, the value it has there, TERM_NONE = several; NULL: not
                        reached, or nothing known */
} Reduced;

/* Replaces variables that have one constant value by it, where that is known, and leaves out edges that are never
 * taken and assignments that neither guards nor the certificate's predicates depend on (c may be NULL). Exact: the same
 * error edges can be taken. */
Reduced *certify_reduce(Program *p, const Certificate *c);

#endif
