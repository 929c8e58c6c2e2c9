/* Invariants at the cut nodes of a product: affine relations modulo 2^w between variables and elements of arrays, and
 * conjunctions of atoms. */
#ifndef CHORUS_LOCKSTEP_INVARIANT_H
#define CHORUS_LOCKSTEP_INVARIANT_H

#include "lockstep/product.h"

typedef struct InvariantStats {
    uint32_t cuts, atoms;
    uint64_t checks;
    bool is_late; /* there was not enough time */
} InvariantStats;

/* Per node a term over variables written out, TERM_NONE where the node is not cut; NULL: none was found that excludes
 * all errors. Edges of the product that cannot be taken are pruned on the way, which leaves fewer cut nodes. seconds:
 * how long it may take. */
Term *invariant_find(Product *p, double seconds, InvariantStats *stats);

#endif
