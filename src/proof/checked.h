/* Records of proofs that were certified, beside the kept proofs themselves. */
#ifndef CHORUS_PROOF_CHECKED_H
#define CHORUS_PROOF_CHECKED_H

#include "proof/proof.h"

/* What a record is about. */
typedef struct CheckedProof {
    const char *key;  /* which question was answered: the program and all options that have a say */
    const char *text; /* the certificate, as it stands in its file */
    size_t length;
    ProofClaim claim; /* what was certified */
} CheckedProof;

/* The record's text, owned by the run; NULL: this build cannot say who it is. */
const char *checked_record(Run *run, const CheckedProof *proof, const ProofCheck *did);
/* Is the file the record that this build writes of the proof? Then *did says what was done. */
bool checked_is_recorded(Run *run, const CheckedProof *proof, const char *path, ProofCheck *did);

#endif
