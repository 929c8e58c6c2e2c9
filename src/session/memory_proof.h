/* What proofs under memory models are about: the programs that a session makes of its own. */
#ifndef CHORUS_SESSION_MEMORY_PROOF_H
#define CHORUS_SESSION_MEMORY_PROOF_H

#include "kernel/memory.h"
#include "proof/text/proof_text.h"
#include "session/session.h"

/* Of a proof of what the session asks. */
MemorySubject session_memory_subject(const ChorusSession *s, const Proof *proof);
/* Is the proof one of all races under C11? */
bool session_is_race_proof(const ChorusSession *s);
/* Makes the programs that a text's further proofs are about. */
typedef struct MemoryPrograms {
    ChorusSession *session;
    Program *accessing, *races; /* loaded for a proof about races; NULL: none was */
} MemoryPrograms;
MemorySource session_memory_source(MemoryPrograms *programs);
/* Adds to the result whether the proof is about the races that C11 means, where they are asked. */
void session_certify_races(ChorusSession *s, const Proof *proof, const char *smtlib_dir, CertifyResult *result);
/* As in scopes: "C11". */
const char *session_memory_name(bool is_tso);

#endif
