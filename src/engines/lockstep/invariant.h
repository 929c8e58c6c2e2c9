/* Invariants at the cut nodes of a product: affine relations modulo 2^w between variables and elements of arrays, and
 * conjunctions of atoms. */
#ifndef CHORUS_ENGINES_LOCKSTEP_INVARIANT_H
#define CHORUS_ENGINES_LOCKSTEP_INVARIANT_H

#include "engines/lockstep/product.h"

typedef struct InvariantStats {
    uint32_t cuts, atoms;
    uint64_t checks;
    bool is_late;   /* there was not enough time */
    bool is_narrow; /* there was not enough memory */
} InvariantStats;

typedef struct InvariantSearch InvariantSearch;

/* What a search spends in one turn: of the processor's time, and until run_seconds is so much. */
typedef struct InvariantLimits {
    double cpu_seconds, end;
} InvariantLimits;

InvariantSearch *invariant_search_new(Product *p);
/* Per node a term over variables written out, TERM_NONE where the node is not cut; NULL: none was found that excludes
 * all errors, or not yet: a search that was late goes on where it was. Edges of the product that cannot be taken are
 * pruned on the way, which leaves fewer cut nodes. */
Term *invariant_search_continue(InvariantSearch *s, InvariantLimits limits, InvariantStats *stats);
/* The product stays. */
void invariant_search_free(InvariantSearch *s);

#endif
