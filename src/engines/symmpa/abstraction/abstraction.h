/* An abstraction of one program over one set of predicates: what the engine knows of it.
 *
 * There are three: `exact` (exact.h), the published ones c0, c1, ... (cartesian.h), and these over the program with
 * every thread written out (replicated.h). All over-approximate every concrete step, but for those that say that they
 * are `unsound`. What they differ in is said here, by functions that may be missing and by properties; nobody asks
 * which one it is. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_ABSTRACTION_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_ABSTRACTION_H

#include "engines/symmpa/abstraction/counting.h"
#include "engines/symmpa/abstraction/predicate.h"
#include "engines/symmpa/abstraction/ticket.h"
#include "engines/symmpa/explore/arrange.h"
#include "engines/symmpa/explore/oracle.h"
#include "logic/smt/smt.h"
#include "program/boolprog/boolprog.h"

/* How steps are abstracted: exactly, or as published, by cubes of at most so many predicates (c0, c1, ...). */
#define ABSTRACTION_EXACT UINT32_MAX

/* Mixed predicates, of published abstractions: sound with notify-all updates. The others are UNSOUND baselines, which
 * never give TRUE: passive threads are not told of changes, or all threads share one Boolean, which the active one
 * updates (paper 001, section 1 and Table 2). */
typedef enum MixedMode { MIXED_BROADCAST, MIXED_AS_LOCAL, MIXED_AS_SHARED } MixedMode;

typedef struct AbstractionOptions {
    uint32_t cube;   /* ABSTRACTION_EXACT, or the maximum cube length */
    bool passive;    /* cubes and refinement look at passive threads (on by default); not for exact */
    MixedMode mixed; /* not for exact */
    bool symmetry;   /* false: SOPA, every thread written out (on by default); not for exact */
    bool mask;       /* drop predicates over dead locals (on by default) */
} AbstractionOptions;

/* What else may be tried when it gets no further; each may have what the next may have, and more. */
typedef enum AbstractionRole {
    ROLE_BASELINE,  /* for comparison only: nothing that its method does not have */
    ROLE_PUBLISHED, /* a paper's method: refinement as published, and, as the last resort, random runs */
    ROLE_OWN        /* everything that helps */
} AbstractionRole;

/* A local part of a state: the location, and the values of the local and mixed predicates of its template by their
 * index (those not tracked there are 0). */
typedef struct AbstractLocal {
    LocId loc;
    Bits bits;
} AbstractLocal;

/* Facts that hold of all states and need no Boolean; memory of the run. */
typedef struct AbstractionClaims {
    VEC(const Counting *) countings;
    VEC(const Ticket *) tickets;
} AbstractionClaims;

typedef struct Abstraction {
    void *self;
    AbstractionRole role;
    const char *unsound;  /* not NULL: it may miss behaviour, and why; nothing is proved with it */
    uint32_t written_out; /* not 0: it is of exactly so many threads, each of them written out */
    uint64_t state_limit; /* abstract states or views of one exploration that are worth waiting for */

    /* After predicates were added: all state ids become void. */
    void (*refresh)(void *self);
    /* Of at most so many threads at a time; 0 = not known. */
    Oracle (*oracle)(void *self, uint32_t threads);
    Bits (*shared)(const void *self, uint32_t shared);
    AbstractLocal (*local)(const void *self, uint32_t local);
    /* The predicates of its template that are tracked at a location. */
    Bits (*tracked)(const void *self, LocId loc);
    /* Number of local states met since the last refresh. */
    uint64_t (*local_states)(const void *self);
    /* Appends the facts in use now. */
    void (*claims)(const void *self, AbstractionClaims *claims);

    /* From here on: NULL = it has no such thing. */

    /* For a search of errors: few of the orders of steps that are independent as far as predicates tell. That no error
     * is found is no proof. */
    Oracle (*reduced)(void *self);
    /* More precise views, and slower ones; false = nothing is to be gained. Refreshes. */
    bool (*sharpen)(void *self, bool on);
    /* Transition refinement: forbids the spurious steps of the trace, for which it needs the trace as it was found,
     * with its states. Returns how many constraints are new. */
    uint32_t (*block)(void *self, const AbstractTrace *trace);
    /* The trace in terms of the program with templates; the caller frees its steps and its initial_kinds. */
    AbstractTrace (*templates)(void *self, const AbstractTrace *trace);
    /* The ticket predicates of the program, and their use from now on, which refreshes; false = in use already. */
    const Tickets *(*find_tickets)(void *self);
    bool (*use_tickets)(void *self);
    /* Another one, of the program as it is now, over other predicates. */
    struct Abstraction (*another)(void *self, Predicates *predicates);
    /* Was a predicate of others refused for lack of space? */
    bool (*is_full)(const void *self);
    /* The Boolean broadcast program that it stands for (cartesian_boolprog.h); NULL with *why. */
    BoolProgram *(*boolprog)(void *self, const char **why);
} Abstraction;

#endif
