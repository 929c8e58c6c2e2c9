/* One program, checked by everything that has a verdict on it. */
#ifndef TESTS_AGREEMENT_CHECK_H
#define TESTS_AGREEMENT_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#define CHECK_THREADS 3 /* the interpreter tries 1 .. this many */

/* What was compared. */
typedef enum CheckKind {
    CHECK_ROUND_TRIP,  /* print, read, print again; verdicts of the interpreter before and after */
    CHECK_IDEAL,       /* the same for the program over mathematical integers */
    CHECK_MERGED,      /* verdicts of the interpreter on the program before and after merging */
    CHECK_FIXED,       /* the engine for n threads */
    CHECK_ALL,         /* the engine for every number of threads */
    CHECK_PUBLISHED,   /* the engine with a published abstraction */
    CHECK_BASELINE,    /* the baselines: symmetry off, and the unsound ones */
    CHECK_MONITOR,     /* races as the interpreter sees them, and as error edges */
    CHECK_RACES,       /* the engine on races, for n threads and every number */
    CHECK_INFERENCE,   /* context inference, on races and assertions */
    CHECK_MODULAR,     /* sequential programs, on programs of few threads */
    CHECK_LOCKSTEP,    /* reductions in lockstep, likewise */
    CHECK_DYNAMIC,     /* runs under random schedules */
    CHECK_CERTIFICATE, /* certificates of proofs, read back from text */
    CHECK_CRASH,       /* something crashed or hung */
    CHECK_KIND_COUNT
} CheckKind;

typedef enum CheckStatus {
    CHECK_AGREES,
    CHECK_DISAGREES,
    CHECK_SKIPPED,   /* too large for the interpreter */
    CHECK_NO_PROGRAM /* the text does not parse */
} CheckStatus;

typedef struct CheckResult {
    CheckStatus status;
    CheckKind kind;                     /* of the disagreement */
    uint32_t runs[CHECK_KIND_COUNT];    /* comparisons made */
    uint32_t unknown[CHECK_KIND_COUNT]; /* of them: no answer */
    uint32_t proved, refuted;           /* answers of the engine for every number */
    uint32_t watched, counted;          /* of the proofs: with watched elements, with counts of threads */
    bool has_elements;                  /* the program has arrays that threads share */
    bool fails;                         /* with at most CHECK_THREADS threads */
    char message[900];
} CheckResult;

typedef struct CheckOptions {
    bool engine;         /* false: round trips only */
    bool only_inference; /* of the engines, those that infer contexts */
    bool only_modular;   /* of the engines, the one that checks sequential programs */
    bool only_lockstep;  /* of the engines, the one that reduces in lockstep */
    bool only_dynamic;   /* of the engines, runs under random schedules */
    bool only_races;     /* of what the engine is asked, data races */
    bool is_brief;       /* one number of threads and every number, each once, and the interpreter only for the truth */
    uint64_t state_limit;    /* of the interpreter */
    const char *engine_time; /* seconds, for each run of the engine */
} CheckOptions;

/* Runs in a child process: a crash or an endless loop is a result, too. */
CheckResult check_program(const char *text, const CheckOptions *options);

#endif
