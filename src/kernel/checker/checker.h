/* The state of the checker, what its parts speak of, and what all of them do: say that an obligation is met, or that
 * one fails. */
#ifndef CHORUS_KERNEL_CHECKER_CHECKER_H
#define CHORUS_KERNEL_CHECKER_CHECKER_H

#include "kernel/checker/reduce.h"
#include "logic/smt/smt.h"

#define NO_LOCAL UINT32_MAX

typedef VEC(Term) CertifyTerms;

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
    uint32_t states, created; /* concrete ones: how many, and the most threads started */
    bool trusts;              /* asks which variables grow when all else is done */
    bool is_mistaken;         /* a problem: one of them does not */
    bool undecided;           /* a problem: a guard depends on a value that is not known */
    bool is_outgrown;         /* a problem: a growing variable left half of its range */
    uint32_t growing;         /* variables that grow (concrete/growing.h) */
    bool has_error;           /* a problem: an error edge can be taken in a concrete state */
    VarId broken;             /* a problem: the lock whose sections are none; .i = NO_ID otherwise */
    uint64_t *touched;        /* then: the variables that others touch as well, a bit for each */
    CertifyPaths *paths;      /* per location */
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
/* "worker at f.c:12": the same for a location. */
const char *checker_describe_location(Checker *k, LocId l);

/* Is there no model of all terms? Then an obligation is met: it is counted and written. text: what it says, one line.
 */
bool checker_unsatisfiable(Checker *k, const CertifyTerms *terms, const char *text);
/* Counts an obligation that is known to be met, and writes it when obligations are written. */
void checker_add_obligation(Checker *k, const CertifyTerms *terms, const char *text);

#endif
