/* The algorithm (modular.h): its state, and how a query is answered. */
#ifndef CHORUS_ENGINES_MODULAR_SEARCH_H
#define CHORUS_ENGINES_MODULAR_SEARCH_H

#include "engines/modular/attempt.h"
#include "engines/modular/modular.h"
#include "engines/modular/path.h"
#include "engines/modular/sample.h"
#include "logic/smt/smt.h"
#include "program/analysis/liveness.h"

typedef VEC(Promise) Promises;
typedef VEC(const ModularPlan *) ModularPlans;

typedef enum Found {
    FOUND_NONE,   /* there is no such computation: proved */
    FOUND_PLAN,   /* there is one */
    FOUND_UNKNOWN /* nobody knows */
} Found;

typedef struct QueryAnswer {
    Found found;
    Term condition;          /* PLAN: wherever it holds the plan leads to the error */
    const ModularPlan *plan; /* PLAN */
    Trace *trace;            /* PLAN of the whole program */
    const char *why;         /* UNKNOWN */
    ModularClaim proof;      /* NONE */
} QueryAnswer;

/* A query of bounded effort that has been answered, but not by "none". */
typedef struct AnsweredQuery {
    uint32_t level;
    Term from, to;
    uint32_t facts;  /* of that level: its environment's */
    uint32_t checks; /* that it was asked with, for each thread */
    QueryAnswer answer;
} AnsweredQuery;

typedef struct Modular {
    Run *run;
    const ModularThreads *t;
    TermManager *tm;
    Smt *smt;
    const Liveness *liveness; /* of the program as given */
    const SequentialChecker *checker;
    const uint32_t *order; /* of the threads, when one is given */
    uint32_t limit;
    ModularRoot *root;
    VEC(AnsweredQuery) known; /* of the root */
    Samples samples;          /* likewise */
    Attempts attempts;
    Trace *error; /* found by a run, replayed or not; NULL: none */
    ModularResult *out;
} Modular;

/* Can the threads from level k on get from `from` to `to`, and then to the error by the plan? At level 0: can main's
 * assertions fail? */
typedef struct ModularQuery {
    uint32_t level;
    Term from, to;
    const ModularPlan *plan;
    uint32_t limit; /* of the sequential checker's effort; 0 = none */
    uint64_t until; /* so many sequential checks in all; 0 = no limit */
} ModularQuery;

/* A query while it is answered. */
typedef struct QuerySearch {
    Modular *m;
    const ModularQuery *q;
    ModularLevel *level;
    Promises promises;
    ModularPlans plans;   /* of the promises */
    ModularTerms learned; /* by the sequential checker */
    bool is_intricate;    /* some move was excluded, or found, by many conditions only */
    QueryAnswer *answer;
} QuerySearch;

/* A condition on a path, and what is certain from there on. */
typedef struct PathPoint {
    const SequentialPath *path;
    uint32_t at; /* before this step */
    Term condition;
    const ModularPlan *plan;
} PathPoint;

/* Leaves by run_stop, see modular_check. */
void search_answer(Modular *m, const ModularQuery *q, QueryAnswer *answer);

#endif
