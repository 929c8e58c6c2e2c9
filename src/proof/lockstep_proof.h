/* Proofs by a reduction: a product of the threads in which of independent steps only one order is looked at, with
 * invariants. Format and argument: docs/certificates.md, docs/lockstep.md. */
#ifndef CHORUS_PROOF_LOCKSTEP_PROOF_H
#define CHORUS_PROOF_LOCKSTEP_PROOF_H

#include "proof/written_out.h"

/* Where a thread is that is at no location: */
#define LOCKSTEP_UNBORN NO_ID    /* not started yet */
#define LOCKSTEP_END (NO_ID - 1) /* somewhere between cut locations, for ever */

typedef struct LockstepNode {
    uint32_t *at; /* per thread: LocId.i, a cut location; or one of the above */
    uint32_t pointer;
    uint32_t asleep; /* threads, as bits */
    bool dead;       /* no error can be come to; it has no others after it */
    bool cut;        /* it has an invariant */
    Term known;      /* over variables written out: runs are there only while this holds */
    Term invariant;
    VEC(uint32_t) next; /* nodes that steps lead to; never 0, where runs begin */
} LockstepNode;

/* The pointer moves when the thread goes from one location to the other. */
typedef struct LockstepTurn {
    uint32_t pointer, thread;
    LocId from;
    uint32_t to; /* LocId.i or LOCKSTEP_END */
    uint32_t next;
} LockstepTurn;

/* The steps of the thread from there are told apart: those in states in which the condition holds, and others. */
typedef struct LockstepCase {
    uint32_t thread;
    LocId from;     /* a cut location */
    Term condition; /* over variables written out */
} LockstepCase;

typedef struct LockstepProof {
    const WrittenOut *written;
    bool *cut;         /* per location */
    bool weakened;     /* steps that differ in their guards only are one, whose guard is what theirs have in common */
    bool joined;       /* then those that lead to the same place, never both in one state, are one */
    uint32_t pointers; /* values of the pointer; it is 0 at the start */
    uint32_t *rank;    /* [pointer * threads + thread]: the place of the thread, less is preferred */
    VEC(LockstepTurn) turns;
    VEC(LockstepCase) cases;
    VEC(LockstepNode) nodes;
} LockstepProof;

#endif
