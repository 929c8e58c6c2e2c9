/* Programs with known answers. */
#ifndef TESTS_AGREEMENT_MEMORY_LITMUS_H
#define TESTS_AGREEMENT_MEMORY_LITMUS_H

#include "agreement_memory/enumerate.h"

typedef struct Litmus {
    const char *name, *text;
    const char *answers; /* what holds, of "race": a race, "c11", "tso": not robust, "SC", "C11", "TSO": an assertion
                            fails; blanks between */
    ModelOptions models;
} Litmus;

extern const Litmus litmus_tests[];
extern const uint32_t litmus_count;

/* The answers of a judgement in that form: 40 bytes. */
void litmus_answers(const Judgement *j, char *text);

#endif
