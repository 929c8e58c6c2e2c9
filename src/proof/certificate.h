/* Certificates: inductive invariants as text that an independent checker accepts. Format and argument:
 * docs/certificates.md.
 *
 * A certificate speaks of the unmerged program: its invariant describes the configurations in which every thread is at
 * a cut location (or has ended); what a thread does between cut locations is one step. Either the views of at most k
 * threads (and all threads of single templates) of every configuration are in a set, or, for n threads, the
 * configurations are (with threads that agree in everything counted). */
#ifndef CHORUS_PROOF_CERTIFICATE_H
#define CHORUS_PROOF_CERTIFICATE_H

#include "base/bits.h"
#include "base/intern.h"
#include "program/program.h"

#define CERTIFICATE_VERSION 1
#define CERTIFICATE_VIEW_MAX 6 /* largest k */

typedef enum CertificateKind {
    CERTIFICATE_VIEWS,   /* every number of threads */
    CERTIFICATE_STATES,  /* n threads, as --threads=n counts them */
    CERTIFICATE_CREATED, /* n threads, which is all that the program creates */
    CERTIFICATE_CONCRETE /* the same; instead of an invariant there are the program's own states, found again by the
                            checker: no predicates, no states */
} CertificateKind;

/* What is known of one thread. */
typedef struct CertificateLocal {
    TemplateId template;
    LocId loc; /* a cut location; .i = NO_ID: the thread has ended, or will never move again */
    Bits bits; /* values of the template's predicates that are tracked there; others 0 */
} CertificateLocal;

/* x == x0 + the sum over all threads of their weights, minus with `descending`: a place invariant. Threads that have
 * ended have added at least their location's weight and at most `most`. */
typedef struct CertificateCounting {
    VarId var;
    bool descending;
    uint32_t most;
    uint8_t *weight; /* per location of the program */
} CertificateCounting;

/* Where threads hold tickets: "ticket `order` counter" (descending: "counter `order` ticket") for each of them, and the
 * tickets of different threads differ. */
typedef struct CertificateTicket {
    VarId counter;
    TermKind order; /* TERM_ULT, ULE, SLT or SLE */
    bool descending;
    VEC(VarId) * held; /* per location of the program: locals of its template */
    Term *known;       /* likewise: what holds of the locals of a thread there; TERM_NONE: nothing is said */
} CertificateTicket;

typedef VEC(Term) CertificateTerms;

typedef struct Certificate {
    Program *p; /* unmerged */
    CertificateKind kind;
    uint32_t size;           /* k, or n */
    bool elements;           /* CONCRETE: arrays may be known in part (kernel/kinds/concrete/cells.h) */
    bool symbols;            /* CONCRETE: values that are not known are symbols (kernel/kinds/concrete/symbolic.h) */
    bool either;             /* CONCRETE: guards that depend on values that are not known go both ways (concrete.h) */
    bool growing;            /* CONCRETE: of states with more or less the largest only (growing.h) */
    bool *single;            /* per template: claimed that at most one thread of it ever exists */
    bool *cut;               /* per location */
    bool *eager;             /* per location, not VIEWS: may be left before other threads move */
    VarId *section;          /* per location, CONCRETE: the lock that a thread there holds; .i = NO_ID: none */
    Bits *tracked;           /* per location: which predicates of its template */
    CertificateTerms shared; /* predicates over shared variables */
    CertificateTerms *local; /* per template: over its locals, or both */
    VEC(CertificateCounting) countings;
    VEC(CertificateTicket) tickets;
    VEC(Bits) shareds; /* values of the shared predicates, numbered */
    VEC(CertificateLocal) locals;
    Intern shared_ids, local_ids;
    /* The invariant. VIEWS: [shared, atomic, number of singles, singles.., others..], sorted, closed under leaving out
     * others. Otherwise: [shared, (local, count)..] sorted by local. Ended threads are left out of views. */
    Intern states;
} Certificate;

Certificate *certificate_new(Program *p, CertificateKind kind, uint32_t size);
uint32_t certificate_shared(Certificate *c, const Bits *bits);
uint32_t certificate_local(Certificate *c, const CertificateLocal *local);
/* Adds a view with all its sub-views. singles and others are sorted by the call. */
void certificate_add_view(Certificate *c, uint32_t shared, bool atomic, uint32_t *singles, uint32_t single_count,
                          uint32_t *others, uint32_t other_count);
/* Adds a state; groups are (local, count) pairs, sorted and joined by the call. */
void certificate_add_state(Certificate *c, uint32_t shared, uint32_t *groups, uint32_t group_count);
/* Puts everything into the one order of the text; numbers of shareds, locals and states change. */
void certificate_sort(Certificate *c);
/* Is it in that order, without duplicates? */
bool certificate_is_sorted(const Certificate *c);

/* Largest number of threads at a time: those at the start and n more. UINT32_MAX for VIEWS. */
uint32_t certificate_most_threads(const Certificate *c);

#endif
