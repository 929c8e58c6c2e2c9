/* Engines: each takes a Program and gives a Verdict. */
#ifndef CHORUS_ENGINE_ENGINE_H
#define CHORUS_ENGINE_ENGINE_H

#include "base/str.h"
#include "certificate/certificate.h"
#include "program/program.h"
#include "program/trace.h"

typedef enum VerdictKind { VERDICT_TRUE, VERDICT_FALSE, VERDICT_UNKNOWN } VerdictKind;

/* How steps are abstracted: exactly, or as published, by cubes of at most so many predicates (c0, c1, ...). */
#define ABSTRACTION_EXACT UINT32_MAX

/* Mixed predicates, of published abstractions: sound with notify-all updates. The others are UNSOUND baselines, which
 * never give TRUE: passive threads are not told of changes, or all threads share one Boolean, which the active one
 * updates (paper 001, section 1 and Table 2). */
typedef enum MixedMode { MIXED_BROADCAST, MIXED_AS_LOCAL, MIXED_AS_SHARED } MixedMode;

typedef struct EngineOptions {
    uint32_t abstraction;   /* ABSTRACTION_EXACT, or the maximum cube length */
    bool passive;           /* cubes and refinement look at passive threads (on by default); not for exact */
    MixedMode mixed;        /* not for exact */
    bool symmetry;          /* false: SOPA, every thread written out (on by default); not for exact; needs `threads` */
    const Term *predicates; /* to start with, over the program's variables */
    uint32_t predicate_count;
    bool print_boolprog; /* Verdict.boolprog; needs a published abstraction and no masking */
    uint32_t threads;    /* -n: bound on the number of threads (Program.counts_initial says which); 0 = every number */
    bool merge;          /* merge local steps (on by default) */
    bool mask;           /* drop predicates over dead locals (on by default) */
    bool certificate;    /* of "true": make one (on by default) */
    bool seed_values;    /* value seeding by random concrete runs, as the last resort of refinement (on by default) */
    uint32_t iteration_limit; /* refinements; 0 = none */
    uint64_t state_limit;     /* abstract states or views of one exploration; 0 = default */
} EngineOptions;

/* Statistics of a run; the names printed are those of engine_statistic_name. */
typedef struct EngineStats {
    uint32_t predicates_shared, predicates_local, predicates_mixed, predicates_tickets;
    uint32_t iterations;       /* of the CEGAR loop */
    uint32_t transitions;      /* constraints added by transition refinement */
    uint32_t predicates_tried; /* refinements that added predicates */
    uint64_t states, views;    /* of the last exploration of each kind */
    uint32_t view_size;        /* k of the proof for every n */
    uint64_t local_states;
    uint64_t smt_checks;
    double seconds_abstraction, seconds_exploration, seconds_refinement, seconds_total;
} EngineStats;

typedef struct Verdict {
    VerdictKind kind;
    uint32_t threads; /* TRUE: bound that was checked, 0 = every number; FALSE: number of threads in the trace */
    bool all_created; /* TRUE: `threads` is the number the program itself creates at most */
    const char *why;  /* UNKNOWN: one line */
    Trace *trace;     /* FALSE: replayed; edges are those of the unmerged program */
    VEC(const char *) predicates; /* TRUE: as text, shared first; "s == l (worker, mixed)" */
    Certificate *certificate;     /* TRUE, with the option: sorted, of the unmerged program */
    const char *boolprog;         /* with the option: the last abstraction as .bbp text, or NULL */
    const char *no_boolprog;      /* why there is none */
    EngineStats stats;
} Verdict;

void engine_options_init(EngineOptions *options);
/* SYMMPA: symmetry-aware CEGAR with exact abstraction, counters for fixed n and views for every n. The program is
 * the unmerged one. Leaves by run_stop when interrupted or out of budget; *verdict then holds the statistics so far. */
void engine_symmpa(Program *program, const EngineOptions *options, Verdict *verdict);
/* The program after slicing and merging, as the engine sees it (dump --stage=merged). */
Program *engine_merged_program(Program *program, const EngineOptions *options);

#endif
