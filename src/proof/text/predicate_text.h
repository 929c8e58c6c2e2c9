/* Predicates and their values as text, in certificates of every kind. */
#ifndef CHORUS_PROOF_TEXT_PREDICATE_TEXT_H
#define CHORUS_PROOF_TEXT_PREDICATE_TEXT_H

#include "proof/certificate.h"
#include "proof/text/evidence.h"

/* A line for each predicate, shared ones first, then by template. */
void predicates_print(Program *p, const ScplNames *names, const CertificateTerms *shared, const CertificateTerms *local,
                      Str *out);
void predicates_parse(EvidenceParser *ps, CertificateTerms *shared, CertificateTerms *local);
/* b01_: a digit for each predicate, _ where it is not tracked; tracked NULL: all are. */
void predicate_bits_print(const Bits *bits, const Bits *tracked, uint32_t count, Str *out);
/* The inverse. *tracked is set; NULL: `_` is an error. */
Bits predicate_bits_parse(EvidenceParser *ps, uint32_t count, Bits *tracked);

#endif
