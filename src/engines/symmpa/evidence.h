/* From an exploration without errors to a certificate. */
#ifndef CHORUS_ENGINES_SYMMPA_EVIDENCE_H
#define CHORUS_ENGINES_SYMMPA_EVIDENCE_H

#include "engines/symmpa/abstraction/abstraction.h"
#include "proof/certificate.h"
#include "proof/proof.h"

/* Where the states of an exploration go; the visitor is for view_explore (VIEWS) or counter_explore. */
typedef struct EvidenceBuilder {
    Certificate *certificate;
    const Abstraction *abstraction; /* whose states they are */
    const Program *merged;
    StateVisitor visitor;
} EvidenceBuilder;

/* Begins a certificate for the unmerged program over the predicates of now. size: k, or n. */
void evidence_begin_certificate(EvidenceBuilder *b, Program *original, const Program *merged,
                                const Abstraction *abstraction, const Predicates *predicates, CertificateKind kind,
                                uint32_t size);

/* The proof with the certificate about all error edges of `rest`, which has those that its other parts do not speak of;
 * watch, counts: see ProofPart; NULL: none. */
Proof *evidence_of_rest(Proof *proof, Program *whole, const Program *rest, Certificate *c, const ElementWatch *watch,
                        const ThreadCounts *counts);

#endif
