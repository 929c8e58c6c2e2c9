/* What makes a proof about interleavings one about a memory model: further proofs, of programs that are made of the
 * program at hand (docs/memory.md). Types only. */
#ifndef CHORUS_PROOF_MEMORY_PROOF_H
#define CHORUS_PROOF_MEMORY_PROOF_H

#include "proof/proof.h"

/* That no access of a location is out of order. */
typedef struct LocationProof {
    VarId x;
    const Proof *proof;
} LocationProof;

typedef struct MemoryProof {
    bool is_tso;        /* x86; otherwise C11 */
    bool has_plain;     /* x86: plain accesses may race, and are asked about like atomic ones */
    const Proof *races; /* that there is no data race under C11; NULL: it is not needed, or known otherwise */
    VEC(LocationProof) locations;
} MemoryProof;

#endif
