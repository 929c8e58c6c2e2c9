/* Shared by the certify_*.c files only.
 *
 * CertifySpace, what an edge assigns, the copy of a program, and the like are the checker's own on purpose: Space and
 * step_before of program/step.h, which the search uses, would make one mistake in both. */
#ifndef CHORUS_CERTIFICATE_CERTIFY_INTERNAL_H
#define CHORUS_CERTIFICATE_CERTIFY_INTERNAL_H

#include "certificate/certify.h"
#include "smt/smt.h"
#include "term/substitute.h"

#define NO_LOCAL UINT32_MAX

/* One step: from a cut location to the next, over the state before it and inputs (instance = place on the path). */
typedef struct CertifyPath {
    LocId from;
    LocId to; /* .i = NO_ID: the thread can go no further, for ever */
    bool error;
    Term guard;
    Assign *assigns;
    uint32_t assign_count;
    TemplateId spawn; /* .i = NO_ID: none */
    Assign *args;
    uint32_t arg_count;
    EdgeId first, last; /* of the reduced program */
} CertifyPath;

typedef VEC(CertifyPath) CertifyPaths;

/* Where a predicate has its value: in the shared part, the active, a passive or the started thread. */
typedef enum CertifySpace { OF_SHARED, OF_ACTIVE, OF_PASSIVE, OF_CHILD } CertifySpace;

typedef struct CertifyMove {
    uint32_t path;                 /* of the active thread's location */
    uint32_t shared, local, child; /* afterwards; local may be an ended one; child: NO_LOCAL = none */
} CertifyMove;

typedef struct CertifyRange {
    uint32_t start, count;
} CertifyRange;

struct CertifyShape;

typedef struct Checker {
    const Certificate *c;
    const Reduced *reduced;
    Program *p; /* reduced->p */
    Run *run;
    TermManager *tm;
    Smt *smt;
    Certificate *parts;  /* numbers of shared and local parts: those of c first, then others that steps lead to */
    const char *problem; /* NULL: none so far */
    bool cannot_write;
    const char *smtlib_dir;
    uint64_t obligations, steps;
    CertifyPaths *paths; /* per location */
    bool *has_paths;
    uint32_t *owner; /* per shared variable: the only template whose edges access it, or NO_ID */
    bool *written;   /* per shared variable: by some edge */
    bool *reached;   /* per location: cut, and on some path of steps from an entry of a thread that may start */
    Program
        *step_graph; /* the steps from reached locations as edges, without guards: who starts threads, and how often */
    struct CertifyShape **move_shapes; /* per location: one for each path */
    Intern reply_shapes;               /* [location, path, passive location] */
    VEC(struct CertifyShape *) reply_shape_of;
    Intern answer_ids; /* [shape, values of its items] */
    VEC(CertifyRange) answer_ranges;
    VEC(Bits) answers;
    uint32_t shapes;
    Intern move_ids; /* [shared, local] */
    VEC(CertifyRange) move_ranges;
    VEC(CertifyMove) moves;
    Intern reply_ids; /* [shared, local, path, shared', local', passive] */
    VEC(CertifyRange) reply_ranges;
    VEC(uint32_t) replies;
    Intern refuted_ids; /* [.., step and passive threads] */
    VEC(bool) refuted;
} Checker;

/* Records the first problem. */
void checker_fail(Checker *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "worker at f.c:12 (`value = v + 1`)": the step, for messages; owned by the run. */
const char *checker_describe(Checker *k, const CertifyPath *path);

/* ---- certify_paths.c ---- */
/* Fills in owner and written. */
void paths_find_owners(Checker *k);
/* Are the entries cut? */
bool paths_check_entries(Checker *k);
/* Fills in reached and step_graph. */
void paths_find_reached(Checker *k);
/* May the eager locations be left before other threads move? See there. */
bool paths_check_eager(Checker *k);
/* The steps from a cut location. Records a problem when a location between is none that a thread may be forced on
 * from. */
const CertifyPaths *paths_from(Checker *k, LocId l);
/* Does a thread there never move again, without stopping others? */
bool paths_ended(Checker *k, LocId l);
/* The local part with an ended location when it has ended. */
uint32_t paths_local(Checker *k, TemplateId t, LocId l, const Bits *bits);

/* ---- certify_step.c ---- */
/* All moves of a thread, and all replies of a passive thread to one: every concrete step is among them. */
CertifyRange step_moves(Checker *k, uint32_t shared, uint32_t local);
CertifyRange step_replies(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, uint32_t passive);
/* Is there no concrete step like this with these passive threads, before and after (after: NULL for failing steps)?
 * Asks about each of them alone first, then about all together. */
bool step_refuted(Checker *k, uint32_t shared, uint32_t local, const CertifyMove *m, const uint32_t *before,
                  const uint32_t *after, uint32_t count);
typedef VEC(Term) CertifyTerms;
/* A term over the variables after the path (NULL: now), in terms of the state before it: of the active thread
 * (instance 0) at `at`, of a passive one there, or of the one that is started. */
Term step_renamed(Checker *k, Term t, const CertifyPath *path, LocId at, uint32_t instance, bool child);
/* Adds the predicates (those in the mask, NULL = all), or their negations, with variables replaced. */
void step_add_cube(Checker *k, CertifyTerms *terms, const CertificateTerms *predicates, const Bits *mask,
                   const Bits *bits, TermMap map, void *arg);
/* Are the counting predicates invariants? */
bool step_check_counting(Checker *k);
/* "unsatisfiable" is an obligation met: counts it and writes it. text: what it says, one line. */
bool step_unsatisfiable(Checker *k, const CertifyTerms *terms, const char *text);

/* ---- certify_ticket.c ---- */
/* Do all steps keep what the tickets claim? */
bool ticket_check(Checker *k);
/* What they say of an active thread at `from` and passive ones (instances 1, 2, ...) before a step. */
void ticket_add_facts(Checker *k, CertifyTerms *terms, LocId from, const LocId *others, uint32_t count);

/* ---- certify_start.c ---- */
void start_check(Checker *k);

/* ---- certify_views.c, certify_states.c ---- */
void views_check(Checker *k);
void states_check(Checker *k);
bool views_have(const Checker *k, uint32_t shared, bool atomic, const uint32_t *singles, uint32_t single_count,
                const uint32_t *others, uint32_t other_count);
/* groups: (local, count) pairs in any order. */
bool states_have(const Checker *k, uint32_t shared, uint32_t *groups, uint32_t count);

#endif
