/* Proofs for a few fixed threads by a reduction: of the orders of independent steps only one is looked at, chosen such
 * that simple invariants suffice. Farzan, Klumpp, Podelski, PLDI 2022 and POPL 2023. Argument: docs/lockstep.md. */
#ifndef CHORUS_ENGINES_LOCKSTEP_LOCKSTEP_H
#define CHORUS_ENGINES_LOCKSTEP_LOCKSTEP_H

#include "engines/lockstep/invariant.h"

typedef struct LockstepResult {
    const Product *product; /* NULL: nothing was proved */
    const Term *invariant;  /* per node */
    bool weakened, joined;
    const char *why;
    uint64_t nodes, checks;
} LockstepResult;

/* What is spent at most: seconds, and nodes of one product. */
typedef struct LockstepLimits {
    double seconds;
    uint32_t nodes;
} LockstepLimits;

/* merged: the program of w, after the passes that every engine's program goes through. */
void lockstep_prove(Program *merged, const WrittenOut *w, LockstepLimits limits, LockstepResult *out);

#endif
