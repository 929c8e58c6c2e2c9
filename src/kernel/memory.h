/* The checker's part on memory models (docs/memory.md). A proof about interleavings is one under C11 or x86 by further
 * proofs about instrumented programs. Whether these are the programs of the question is found out here, from the
 * program itself, by rules that share nothing with those that made them (program/weak_*.c). */
#ifndef CHORUS_KERNEL_MEMORY_H
#define CHORUS_KERNEL_MEMORY_H

#include "kernel/certify.h"
#include "proof/memory_proof.h"

/* What the further proofs are about. */
typedef struct MemorySubject {
    const Proof *proof;  /* of the property, which they are added to */
    Program *p;          /* the program, with its accesses if races are asked */
    bool is_race_free;   /* the proof is one of all races under C11 */
    Program *accessing;  /* whose races MemoryProof.races is about; NULL: it is about none */
    bool hides_sections; /* what is accessed in atomic sections is not told */
} MemorySubject;

/* Adds to the result, which says that the proof of the property is certified: whether the further proofs hold, are
 * about the right programs and as many threads, and whether there is one for each location that needs one. smtlib_dir:
 * as of certify. */
void memory_certify(const MemorySubject *subject, const MemoryProof *memory, const char *smtlib_dir,
                    CertifyResult *result);
/* The same where it is known that the further proofs hold, if they are about the right programs. */
void memory_certify_programs(const MemorySubject *subject, const MemoryProof *memory, CertifyResult *result);
/* Adds whether the proof is about the races of the program under C11 that are asked. */
void memory_certify_races(Program *accessing, const MonitorQuestion *asks, const Proof *proof, const char *smtlib_dir,
                          CertifyResult *result);

#endif
