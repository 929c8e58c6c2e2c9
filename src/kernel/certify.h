/* The checker of certificates. Argument: docs/certificates.md.
 *
 * It is what a proof rests on when everything else is in doubt, so it shares no code with slicing, merging,
 * abstraction, exploration and refinement: a mistake there must not make it blind to its own consequence. It works on
 * the unmerged program with terms and the solver only. Where the search has the same small function (what an edge
 * assigns to a variable, whose variable a predicate is about, how small arrays are sorted) the checker has its own
 * copy, on purpose.
 *
 * part makes the program of a part of the proof. Of that one (certificate): checker/checker is the state;
 * checker/reduce makes the program; checker/effects, checker/paths and eager say what a step is (this and what
 * follows is in kinds/invariant); rename, counting, ticket say what is known around one; shape, step, refute ask
 * the solver; start, views, states go through the configurations. Each calls those before it only. Of a part
 * that rests on reasons: kinds/exclusion. Of one that is modular: checker/written makes the programs, whose
 * certificates are checked like others; modular. Bounds of variables: bounds, with kinds/bounds for what is
 * counted and refuted. Threads among others: kinds/context.
 */
#ifndef CHORUS_KERNEL_CERTIFY_H
#define CHORUS_KERNEL_CERTIFY_H

#include "proof/proof.h"

typedef struct CertifyResult {
    bool certified;
    const char *problem; /* not certified: the obligation that fails, one line, in source terms; owned by the run */
    ProofCheck did;
    uint64_t steps;    /* of configurations of the certificate that were found to stay in it */
    bool cannot_write; /* smtlib_dir: a file could not be written; then not certified */
} CertifyResult;

/* Checks that every error edge is in some part, and of each part initiation, every step of every thread, and the safety
 * of every assertion it is about. smtlib_dir: a directory that
 * exists, into which every obligation is written as SMT-LIB 2 (unsatisfiable is right); NULL = none. */
CertifyResult certify(const Proof *proof, const char *smtlib_dir);
/* The same of one more proof: adds to the result, unless there is a problem. */
void certify_more(const Proof *proof, const char *smtlib_dir, CertifyResult *result);

#endif
