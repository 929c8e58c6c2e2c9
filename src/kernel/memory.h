/* The checker's part on memory models (docs/memory.md). A proof about interleavings is one under C11 or x86 by further
 * proofs about instrumented programs. Whether these are the programs of the question is found out here, from the
 * program itself, by rules that share nothing with those that made them (program/weak_*.c). Whether the proofs are
 * proofs is for certify.h. */
#ifndef CHORUS_KERNEL_MEMORY_H
#define CHORUS_KERNEL_MEMORY_H

#include "kernel/certify.h"

/* A proof that no access of a location is out of order. */
typedef struct LocationProof {
    VarId x;
    const Proof *proof; /* of the instrumented program */
} LocationProof;

/* That all executions under the model are interleavings. */
typedef struct MemoryClaim {
    Program *p;          /* the program, with its accesses if races are asked */
    bool is_tso;         /* x86; otherwise C11 */
    bool has_plain;      /* x86: it is not known that plain accesses do not race */
    bool hides_sections; /* what is accessed in atomic sections is not told */
    VEC(LocationProof) locations;
} MemoryClaim;

/* Are the proofs about the right programs, and is there one for each location that needs one? smtlib_dir: as of
 * certify. */
CertifyResult memory_certify(const MemoryClaim *claim, const char *smtlib_dir);
/* Is the proof about the races of the program under C11? It is, or else their absence, what else memory_certify needs
 * under C11. */
CertifyResult memory_certify_races(Program *accessing, const MonitorQuestion *asks, const Proof *proof,
                                   const char *smtlib_dir);

#endif
