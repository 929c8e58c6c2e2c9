/* What a session is made of; shared by the files of smt/ only.
 *
 * A session keeps one Z3 context and a few solvers in it ("slots"). Every check is a check under assumption
 * literals: a term t that is assumed gets a proxy Boolean p with p => t (or p <=> t where the model's p is read)
 * asserted once and for good in the slot that answers. A slot thus only ever grows, by assertions that no later
 * query can contradict, and everything it learnt stays; scopes (smt_push) are assumptions as well. A slot that got
 * too large for what is asked of it is left for another one or a fresh one: see slot.c. */
#ifndef CHORUS_LOGIC_SMT_INTERNAL_H
#define CHORUS_LOGIC_SMT_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <z3.h>

#include "base/rng.h"
#include "base/vec.h"
#include "logic/smt/smt.h"
#include "logic/term/evaluate.h"

#define SMT_SLOTS 8
#define SMT_WITNESSES 16
#define INFO_BLOCK 128
#define SMT_NAMES (1u << 29) /* Z3's names: variables are below; proxies and quotients, by their term, above */

/* What the session knows of a term; by its id. */
typedef struct TermInfo {
    Z3_ast ast;        /* NULL = not translated yet; one reference held */
    Z3_ast proxy;      /* Boolean terms: the constant that stands for it; NULL = none yet; one reference held */
    Z3_ast definition; /* what it needs to be asserted with (logic/smt/divide.h); NULL = nothing; one reference held */
    uint32_t weight;   /* about the number of clauses of its cone */
    uint32_t depth;
    uint32_t place; /* variables: where a witness has its value */
    uint32_t stamp; /* marked in the walk smt->stamp */
    uint32_t cores; /* chain of known cores that begin with the term, from 1; 0 = none */
    bool general;   /* has a subterm that is an integer or an array */
} TermInfo;

/* Values of variables (Booleans and bit-vectors) by TermInfo.place; what is not there is 0. */
typedef struct Witness {
    VEC(uint64_t) bits;
} Witness;

enum { IN_SLOT = 1, PROXY_IMPLIES = 2, PROXY_IFF = 4 };

typedef struct Slot {
    Z3_solver solver;   /* NULL = free */
    bool general;       /* Z3's general solver; otherwise the SAT-based one */
    bool once;          /* with preprocessing: for one check, whose assumptions are asserted */
    VEC(uint8_t) state; /* by term id: flags above */
    VEC(Term) vars;     /* Booleans and bit-vectors that occur in it */
    uint32_t asserted;  /* how many of the base assertions it has */
    uint64_t weight;
    uint64_t serial;      /* differs for each solver ever opened */
    unsigned count_limit; /* parameter of the solver: Z3's resource count for a check, 0 = none */
    uint64_t used;        /* number of the last check it answered */
} Slot;

/* Z3's context, which sessions may share. Names in it belong to terms, and so mean the same for all. */
typedef struct SharedContext {
    Z3_context ctx;
    uint32_t users;
} SharedContext;

struct Smt {
    Run *run;
    TermManager *tm;
    uint32_t ticket;
    SharedContext *context;
    Z3_context ctx;        /* of the context */
    bool broken;           /* Z3 could not build a term: every further check answers "unknown" */
    VEC(TermInfo *) infos; /* blocks of INFO_BLOCK, NULL: none of its terms is known; sessions know few terms of all */
    uint32_t stamp;
    VEC(Term) stack; /* of term walks */

    VEC(Term) assertions; /* of all scopes, in order */
    VEC(uint32_t) scopes; /* assertions.count at each push */
    uint64_t base_weight;
    bool base_general;

    Slot slots[SMT_SLOTS];
    uint64_t serial; /* slots opened so far */
    Slot *answered;  /* who answered the last check, for its model; NULL = nobody */
    SmtResult last;
    Z3_model model;   /* of the last check, once asked for */
    Witness *witness; /* of the last check; NULL = ask the model */

    Witness *witnesses[SMT_WITNESSES]; /* used last first */
    Witness *evaluated;                /* argument of the evaluation that is running */
    uint32_t places;                   /* of witnesses, given out so far */
    VEC(Term) core_terms;              /* of all known cores */
    VEC(uint32_t) core_starts;         /* in core_terms */
    VEC(uint32_t) core_nexts;          /* of the chains: number of a core, from 1 */
    bool base_unsat;
    Rng rng; /* of the search in all-sat */

    VEC(Z3_ast) literals; /* all of the running check */
    VEC(Z3_ast) assumed;  /* of its assumptions, by index; NULL = trivially true */
    VEC(Term) failed;     /* terms of the solver's core */
    VEC(uint8_t) core;    /* by assumption of the last check */

    bool preprocesses;    /* see smt_set_preprocessing */
    unsigned timeout;     /* milliseconds */
    unsigned effort;      /* Z3's resource count for a check that is preprocessed, 0 = none */
    uint64_t effort_seen; /* of all checks, when asked last */
    uint64_t share;       /* of all checks; 0 = no limit */
    double deadline;      /* of the running check, as run_seconds */
    uint64_t fail_at;     /* checks until the stressed one */
    atomic_bool interrupted;
    pthread_mutex_t lock; /* of running and done */
    Z3_solver running;    /* NULL = no check is running */
    bool done;            /* tells the watcher that the check is over */
    pthread_cond_t over;  /* signalled when it is */
    SmtStats stats;
    struct Log *log;
};

/* A check of the base assertions, the scopes' assertions and the assumptions. */
typedef struct Query {
    const Term *assumptions;
    uint32_t count;
    const Term *bits; /* terms that slot_literal(iff) will be asked for by prepare */
    uint32_t bit_count;
    uint32_t repeats; /* about how many checks of this kind will follow */
    /* Called when the slot is known, may assert and push literals; may be NULL. */
    void (*prepare)(Smt *smt, Slot *slot, void *arg);
    void *arg;
} Query;

#endif
