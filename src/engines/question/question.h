/* What an engine is asked, and what it answers. */
#ifndef CHORUS_ENGINES_QUESTION_QUESTION_H
#define CHORUS_ENGINES_QUESTION_QUESTION_H

#include "base/str.h"
#include "engines/modular/sequential/checkers.h"
#include "engines/symmpa/abstraction/abstraction.h"
#include "program/monitor.h"
#include "program/program.h"
#include "program/trace.h"
#include "proof/proof.h"

#define TECHNIQUES_MAX 32 /* of one engine */

typedef enum VerdictKind { VERDICT_TRUE, VERDICT_FALSE, VERDICT_UNKNOWN } VerdictKind;

/* Are the error edges of a program one question, or several? */
typedef enum PartsMode {
    PARTS_AUTO, /* several, when they are not soon decided together */
    PARTS_OFF,
    PARTS_ON /* from the beginning */
} PartsMode;

typedef struct EngineOptions {
    AbstractionOptions abstraction;
    const Term *predicates; /* to start with, over the program's variables */
    uint32_t predicate_count;
    bool print_sequential; /* Verdict.sequential, by the method that has sequential programs */
    bool print_boolprog;   /* Verdict.boolprog; needs an abstraction that has one, and no masking */
    uint32_t threads; /* -n: bound on the number of threads (Program.counts_initial says which); 0 = every number */
    const char *thread_order; /* of modular verification: names, or NULL */
    Checkers sequential;      /* the same: which of them; without the loop */
    bool excuse;              /* settle what locks and the order of threads exclude beforehand (on by default) */
    bool prefers_proof;       /* an error is of little use: little time is spent on runs that might find one (off by
                                 default) */
    bool exhaust;             /* all states may be looked at where the number of threads is fixed (on by default) */
    bool lockstep;            /* a reduction may be tried where the number of threads is fixed (on by default) */
    bool merge;               /* merge local steps (on by default) */
    bool certificate;         /* of "true": make one (on by default) */
    bool seed_values;  /* value seeding by random concrete runs, as the last resort of refinement (on by default) */
    PartsMode parts;   /* PARTS_OFF by default */
    uint32_t left_out; /* techniques that are not tried, for tests: the sum of 1 << technique_find(name) */
    uint64_t rows_left_out;   /* of the plan: a RowSet (plan/table.h) */
    double doubt_seconds;     /* the plan is left, to be asked anew, when a run to an error that is none for certain is
                                 known after at most so many seconds (Program.doubt); 0: never */
    bool *is_left_doubtful;   /* set then; may be NULL if that is never */
    uint32_t iteration_limit; /* refinements; 0 = none */
    uint64_t state_limit;     /* abstract states or views of one exploration; 0 = default */
} EngineOptions;

typedef struct Question {
    Program *program;     /* the unmerged one; NULL as long as only `property` is known */
    const char *property; /* by its name in SV-COMP: "unreach-call" */
    const EngineOptions *options;
    Program *accessing; /* races are asked: with accesses, before its races became error edges of `program`; or NULL */
    MonitorQuestion asks; /* which races */
} Question;

/* Statistics of a run. */
typedef struct EngineStats {
    uint32_t predicates_shared, predicates_local, predicates_mixed, predicates_tickets;
    uint32_t iterations;                 /* of the CEGAR loop */
    uint32_t transitions;                /* constraints added by transition refinement */
    uint32_t techniques[TECHNIQUES_MAX]; /* how often each made progress; see technique_name */
    uint64_t states, views;              /* of the last exploration of each kind */
    uint32_t view_size;                  /* k of the proof for every n */
    uint64_t local_states;
    uint64_t smt_checks;
    uint32_t context_locations;                                                   /* of the inferred context */
    uint64_t environment_queries, environment_facts, promises, sequential_checks; /* see engines/modular/modular.h */
    double seconds_sequential, seconds_queries, seconds_generalising;
    uint32_t parts, parts_proved;                     /* of a question that was divided, else 0 */
    uint32_t errors_excused, pairs_lock, pairs_order; /* settled before anything was explored; see reason.h */
    uint32_t errors_bounded;                          /* likewise; see engines/bounded.h */
    double seconds_abstraction, seconds_exploration, seconds_refinement, seconds_total;
} EngineStats;

#define EXCUSED_ERROR "an error" /* ExcuseNote.what, where it is about no access */

/* Pairs of accesses to one piece of memory that never meet for one reason. */
typedef struct ExcuseNote {
    const char *what, *why; /* "counter", "lock `m`" */
    uint32_t pairs;
} ExcuseNote;

typedef struct Verdict {
    VerdictKind kind;
    uint32_t threads;     /* TRUE: bound that was checked, 0 = every number; FALSE: number of threads in the trace */
    bool all_created;     /* TRUE: `threads` is the number the program itself creates at most */
    const char *why;      /* UNKNOWN: one line */
    const char *progress; /* while parts are asked: how far that is, one line; NULL: the question is not divided */
    Trace *trace;         /* FALSE: replayed; edges are those of the unmerged program */
    VEC(const char *) predicates; /* TRUE: as text, shared first; "s == l (worker, mixed)" */
    Certificate *certificate;     /* TRUE, with the option, of a question that was not divided: see proof */
    Proof *proof;                 /* TRUE, with the option: sorted, of the unmerged program */
    VEC(ExcuseNote) excuses;      /* what needed no exploration */
    const char *boolprog;         /* with the option: the last abstraction as .bbp text, or NULL */
    const char *no_boolprog;      /* why there is none */
    bool without_certificate;     /* the method makes none of its proofs */
    const char *sequential;       /* with the option: the sequential programs of the end as C, or NULL */
    const char *context;          /* TRUE: the inferred context as graphs (print.h), where a method infers one */
    EngineStats stats;
} Verdict;

void engine_options_init(EngineOptions *options);
/* What rows that did not decide it have explored is no part of it. */
void verdict_forget_exploration(Verdict *verdict);
/* True for all threads that the program creates, so many at most, by a proof without predicates and abstract states:
 * what those that tried before have left of both is taken back. */
void verdict_prove_created(Verdict *verdict, Proof *proof, uint32_t threads);

#endif
