/* One program: what the oracle says and what Chorus says. */
#ifndef TESTS_AGREEMENT_C_CHECK_H
#define TESTS_AGREEMENT_C_CHECK_H

#include "agreement_c/batch.h"

typedef enum CheckStatus {
    CHECK_AGREES,
    CHECK_DISAGREES,
    CHECK_UNKNOWN, /* Chorus does not decide */
    CHECK_SKIPPED, /* too large for the oracle */
    CHECK_EASY,    /* fails in the first run, and such programs are not wanted */
    CHECK_CRASHED  /* the oracle or Chorus */
} CheckStatus;

typedef struct CheckResult {
    CheckStatus status;
    bool is_native_crash; /* with CHECK_CRASHED: the program itself is wrong */
    bool fails;           /* says the oracle */
    uint32_t runs, states;
    unsigned key;             /* the outcome that Chorus was last asked about */
    uint32_t proved, refuted; /* agreeing answers */
    double native_seconds, chorus_seconds;
    char verdict[300]; /* of Chorus, or what went wrong */
} CheckResult;

typedef struct CheckOptions {
    uint32_t run_limit;
    const char *chorus_seconds;
    bool skips_easy;
    unsigned variant; /* how Chorus is asked: 0 as usual; see check.c */
} CheckOptions;

/* Runs in a child process: a crash or an endless loop is a result, too. number: in the batch. */
CheckResult check_program(Run *run, const Batch *batch, uint32_t number, const char *marked,
                          const CheckOptions *options);

#endif
