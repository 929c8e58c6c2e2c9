/* The parser of certificates. Strict about form: names, locations and numbers must exist, predicates must be of the
 * right variables, every local part must track what its location tracks. Whether the invariant is one is for
 * certify.c. */
#ifndef CHORUS_PROOF_TEXT_CERTIFICATE_PARSE_H
#define CHORUS_PROOF_TEXT_CERTIFICATE_PARSE_H

#include "proof/certificate.h"
#include "proof/text/evidence.h"

/* Reads one from its claim to its end. What is malformed is a diagnostic and stops the run with STOP_INPUT. What was
 * read is sorted and well-formed for the program but proves nothing yet: see certify.h. */
Certificate *certificate_parse(EvidenceParser *text);

/* Parses "predicate" clauses alone. Errors as above. */
CertificateTerms certificate_parse_predicates(Program *p, const char *file, const char *text, size_t length);

#endif
