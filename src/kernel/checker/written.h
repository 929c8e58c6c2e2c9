/* The programs that modular proofs speak of, made by the checker itself: every thread written out, and the sequential
 * programs. */
#ifndef CHORUS_KERNEL_CHECKER_WRITTEN_H
#define CHORUS_KERNEL_CHECKER_WRITTEN_H

#include "proof/modular_proof.h"

typedef struct CertifyWritten {
    const ModularProof *proof;
    Program *from;
    WrittenOut *w;    /* fresh; w->p with edges: templates are threads */
    bool *relevant;   /* per variable written out: guards or facts depend on it */
    uint32_t *writes; /* per variable: threads that assign to it, as bits */
    uint32_t *reads;  /* per variable: threads whose guards, or assignments to relevant variables, mention it */
} CertifyWritten;

/* Why the threads that the proof names are not those of the program, one line; NULL: they are. */
const char *written_problem(Program *p, const ModularProof *proof);
/* errors: per edge of p, the error edges that are kept. The threads must be those of the program. */
CertifyWritten *written_new(Program *p, const ModularProof *proof, const bool *errors);
/* Is it a local of the thread, or its pc? */
bool written_is_own(const CertifyWritten *c, uint32_t thread, uint32_t v);

/* One thread, with `inner` and `outer` threads (bits) as far as facts about the inner ones leave them free. */
typedef struct CertifySequential {
    uint32_t thread, inner, outer;
    const ModularFact *facts;
    uint32_t fact_count;
    Term from, to; /* a query; TERM_NONE: the thread's own errors */
} CertifySequential;

Program *written_sequential(const CertifyWritten *c, const CertifySequential *s);

#endif
