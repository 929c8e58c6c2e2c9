/* Modular proofs: one thread after the other as a sequential program whose environment is what facts leave of it.
 * Format and argument: docs/certificates.md. */
#ifndef CHORUS_PROOF_MODULAR_PROOF_H
#define CHORUS_PROOF_MODULAR_PROOF_H

#include "proof/certificate.h"
#include "proof/diagram.h"
#include "proof/written_out.h"

/* That a sequential program has no error, given facts about the threads below. */
typedef struct ModularClaim {
    uint32_t uses; /* so many of the facts of the next level, the first ones */
    /* Of the sequential program's frame (written_out.h); one of the two: */
    Certificate *invariant;
    const Diagram *diagram;
} ModularClaim;

/* No computation of the threads below alone leads from a reachable state where `before` holds to one where `after`
 * does. */
typedef struct ModularFact {
    Term before, after; /* over the variables written out */
    ModularClaim proof;
} ModularFact;

typedef VEC(ModularFact) ModularFacts;

/* The assertions of a thread. Level i is the i-th thread in the order; those below are the ones after it. */
typedef struct ModularMain {
    uint32_t *order;     /* all threads */
    ModularFacts *facts; /* per level: about the threads below it */
    ModularClaim proof;
} ModularMain;

typedef struct ModularProof {
    const WrittenOut *written;
    const bool *turns; /* per location written out: threads may take turns there */
    VEC(ModularMain) mains;
} ModularProof;

#endif
