/* Proofs: a certificate for all error edges, or parts, each of which proves that some of them cannot be taken. Format
 * and argument: docs/certificates.md.
 *
 * A part speaks of the program in which the other error edges are left out (an error edge ends the run, so they hide
 * nothing) and edges that announce what none of its own ask for, and, where variables are kept, in which nothing is
 * said of the others, and what has no effect then may be left out, or where elements of arrays are watched, nothing of
 * others. */
#ifndef CHORUS_PROOF_PROOF_H
#define CHORUS_PROOF_PROOF_H

#include "program/bounds.h"
#include "program/counted.h"
#include "program/exclusion.h"
#include "program/joined.h"
#include "program/monitor.h"
#include "program/watched.h"
#include "proof/certificate.h"
#include "proof/context.h"
#include "proof/lockstep_proof.h"
#include "proof/modular_proof.h"

#define PROOF_VERSION 2 /* of the text of several parts, or of one with kept variables; see CERTIFICATE_VERSION */
#define PROOF_UNDER_MODEL_VERSION 3 /* of that of a proof under a memory model (proof/memory_proof.h) */

/* How a part proves something. */
typedef enum ProofKind {
    PROOF_INVARIANT, /* an inductive invariant without errors */
    PROOF_REASONS,   /* facts that exclude that the threads which an error needs are there together */
    PROOF_CONTEXT,   /* what a thread does among others, and what it does to them; of all error edges */
    PROOF_MODULAR,   /* one thread after the other, with facts about the others */
    PROOF_BOUNDS,    /* bounds of variables: no thread comes to an error along its own edges, what else they do */
    PROOF_LOCKSTEP   /* a product of a few threads, of independent steps in one order only */
} ProofKind;

typedef struct ProofPart {
    ProofKind kind;
    bool *errors;                /* per edge: the error edges that it is about */
    bool *kept;                  /* per variable: what the part's program speaks of; NULL: all of them */
    const Joined *joined;        /* where variables are kept: what has no effect in the program of these */
    const ElementWatch *watch;   /* PROOF_INVARIANT: the part's program is one of watched elements, and ids are those of
                                    watched_frame; NULL: none. Not with `kept` */
    const ThreadCounts *counts;  /* PROOF_INVARIANT: values that count threads, which its program takes for granted;
                              NULL:  none. Not with `kept` or `watch` */
    Certificate *invariant;      /* PROOF_INVARIANT; ids are those of Proof.p */
    const Exclusions *reasons;   /* PROOF_REASONS, PROOF_BOUNDS; of the program with all error edges and variables */
    const Bounds *bounds;        /* PROOF_BOUNDS; likewise */
    const ModularProof *modular; /* PROOF_MODULAR; likewise */
    const LockstepProof *lockstep; /* PROOF_LOCKSTEP; likewise */
    const Context *context;        /* PROOF_CONTEXT; of Proof.subject.threads */
} ProofPart;

/* What a proof is about. */
typedef struct ProofSubject {
    Program *p;       /* unmerged */
    Program *threads; /* with accesses, whose races are error edges of p (program/monitor.h); NULL: none are asked */
    MonitorQuestion asks; /* which races */
} ProofSubject;

typedef struct Proof {
    Program *p; /* unmerged */
    ProofSubject subject;
    VEC(ProofPart) parts;
} Proof;

/* What is proved by all parts together, for configurations of `size` threads as the kind of certificate says. */
typedef struct ProofClaim {
    CertificateKind kind;
    uint32_t size; /* of VIEWS: the largest */
} ProofClaim;

/* What a check of all parts has done. */
typedef struct ProofCheck {
    uint64_t obligations;   /* different questions to the solver that were answered "unsatisfiable" */
    uint64_t replay_states; /* states of the program itself, made again by code that finds no proofs */
    uint32_t replayed;      /* parts that rest on these */
    uint32_t by_one_code;   /* parts that speak of such states, too, but were found and checked by one code */
} ProofCheck;

/* Without parts. */
Proof *proof_new(Program *p);
/* A part about all error edges. */
Proof *proof_of_certificate(Certificate *c);
Proof *proof_of_context(const ProofSubject *subject, const Context *c);
/* The program that proofs by context speak of. */
Program *proof_threads(const ProofSubject *subject);
/* Is it a single certificate about all error edges and all variables? */
bool proof_is_whole(const Proof *proof);
/* The first error edge that no part is about; .i = NO_ID: none. */
EdgeId proof_left_out(const Proof *proof);
/* Where an invariant proves that the program creates no more than m threads, and all others are about as many at least,
 * everything is; else the least number of threads of any part counts. Where idle threads are left out such a proof is
 * one for every number: all that the others create are in it. Without parts, as there are no error edges: every number.
 * All error edges must be in parts. */
ProofClaim proof_claim(const Proof *proof);

#endif
