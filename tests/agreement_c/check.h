/* One program: what the oracle says and what Chorus says. */
#ifndef TESTS_AGREEMENT_C_CHECK_H
#define TESTS_AGREEMENT_C_CHECK_H

#include "agreement_c/batch.h"
#include "agreement_c/explore.h"

typedef enum CheckStatus {
    CHECK_AGREES,
    CHECK_DISAGREES,
    CHECK_UNKNOWN, /* Chorus does not decide */
    CHECK_SKIPPED, /* too large for the oracle */
    CHECK_EASY,    /* fails in the first run, and such programs are not wanted */
    CHECK_CRASHED  /* the oracle or Chorus */
} CheckStatus;

/* How often a question was asked, and what came of it. */
typedef struct Answers {
    uint32_t proved, refuted; /* agreeing answers */
    uint32_t unknown;
    uint32_t open; /* answers that the oracle cannot judge (Truth) */
} Answers;

typedef struct CheckResult {
    CheckStatus status;
    bool is_native_crash;  /* with CHECK_CRASHED: the program itself is wrong */
    QuestionKind question; /* that Chorus was last asked, ... */
    Truth truth;           /* ... and what the oracle says to it */
    unsigned key;          /* the outcome that Chorus was last asked about */
    Truth violates[QUESTION_COUNT];
    bool is_race_free; /* as Chorus says, and nothing else goes wrong either */
    uint32_t runs, states;
    Answers answers[QUESTION_COUNT];
    uint32_t cells, safe_cells; /* of the survey */
    double native_seconds, chorus_seconds;
    char verdict[300]; /* of Chorus, or what went wrong */
} CheckResult;

typedef struct CheckOptions {
    uint32_t run_limit;
    const char *chorus_seconds;
    bool skips_easy, only_survey, shares_calls, only_outline;
    unsigned variant;   /* how Chorus is asked: 0 as usual; see check.c */
    unsigned questions; /* a set of bits 1 << QuestionKind: those to ask */
} CheckOptions;

/* "no-overflow", ... */
const char *question_name(QuestionKind question);
/* Runs in a child process: a crash or an endless loop is a result, too. number: in the batch. */
CheckResult check_program(Run *run, const Batch *batch, uint32_t number, const char *marked,
                          const CheckOptions *options);

#endif
