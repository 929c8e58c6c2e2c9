/* Proofs as text: their printer and their parser, which is strict about form. */
#ifndef CHORUS_PROOF_TEXT_PROOF_TEXT_H
#define CHORUS_PROOF_TEXT_PROOF_TEXT_H

#include "proof/memory_proof.h"
#include "proof/text/evidence.h"

/* A proof that is one certificate for everything is printed as such (version 1), others as parts. Reading it back and
 * printing gives the same text. */
void proof_print(const Proof *proof, const TraceOptions *options, Str *out);

/* The same of a proof under a memory model (version 3), with the further proofs; memory NULL: of interleavings. */
void proof_print_under(const Proof *proof, const MemoryProof *memory, const TraceOptions *options, Str *out);

/* Where the programs come from that further proofs are about; inside the run of the subject. */
typedef struct MemorySource {
    Program *(*races)(void *arg); /* whose error edges are races under C11; NULL: there is none */
    Program *(*location)(void *arg, const MemoryProof *memory, VarId x);
    void *arg;
} MemorySource;

/* What is malformed, for another program or other options, or of another version is a diagnostic and stops the run with
 * STOP_INPUT. Every part is about error edges, but not every error edge need be in a part: that, and whether the parts
 * prove anything, is for certify.h. */
Proof *proof_parse(const ProofSubject *subject, const TraceOptions *options, const char *file, const char *text,
                   size_t length);
/* The same of proofs under a memory model, too, whose further proofs get into a new *memory; NULL: it is about
 * interleavings. */
Proof *proof_parse_under(const ProofSubject *subject, const TraceOptions *options, const MemorySource *source,
                         const char *file, const char *text, size_t length, MemoryProof **memory);

#endif
