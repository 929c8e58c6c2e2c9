/* Another opinion on programs that Chorus calls race-free: compiled by another compiler with ThreadSanitizer and run.
 * It sees one order of steps a run, but each race among those that no lock, no atomic operation and no join orders. */
#ifndef TESTS_AGREEMENT_C_SANITIZE_H
#define TESTS_AGREEMENT_C_SANITIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/run.h"

/* Programs whose answer is to be compared. */
typedef struct Suspects {
    const char *const *marked;
    const uint32_t *numbers; /* which of them */
    uint32_t count;
    uint32_t runs; /* of each */
} Suspects;

typedef struct Suspicion {
    uint32_t programs, runs, stuck; /* stuck: runs that did not end in time */
    bool has_failed;                /* a race was reported, or the programs do not compile: */
    uint32_t number;                /* of the program; */
    char report[2000];              /* what was reported */
} Suspicion;

/* NULL, or why there is no ThreadSanitizer here. Tried once. */
const char *sanitizer_missing(void);
/* What C leaves open must not be done: only race-free programs that go wrong in no other way. A program in which some
 * accesses are in atomic sections and others are atomic as such is left out: for SV-COMP they do not race, for C they
 * do. Adds to *out; stops at the first report. */
void sanitizer_run(Run *run, const Suspects *suspects, Suspicion *out);

#endif
