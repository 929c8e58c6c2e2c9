/* Programs of a batch as a library, and random runs of them. */
#ifndef TESTS_AGREEMENT_LIBRARY_NATIVE_H
#define TESTS_AGREEMENT_LIBRARY_NATIVE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Natives {
    void *library;
} Natives;

/* text: all programs, behind what stands before them. False: clang-19 does not take it, and has said why. */
bool natives_load(const char *text, Natives *natives);
void natives_unload(Natives *natives);

typedef struct Runs {
    unsigned violations; /* a set of RtViolation: each was seen in some run */
    uint32_t count, crashes, stuck;
    uint32_t seed; /* of the last run with a violation that was new */
} Runs;

/* Runs of main_NUMBER, each a process. */
Runs natives_run(const Natives *natives, unsigned number, uint32_t runs);

#endif
