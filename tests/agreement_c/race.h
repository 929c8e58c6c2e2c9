/* Which accesses of two threads that are about to make them race. */
#ifndef TESTS_AGREEMENT_C_RACE_H
#define TESTS_AGREEMENT_C_RACE_H

#include <stdbool.h>

#include "agreement_c/explore.h"
#include "agreement_c/native.h"

/* An access that a thread is about to make. */
typedef struct Touch {
    const void *pointer; /* perhaps with a tag */
    size_t size;
    Kind kind;
    bool is_atomic; /* as such, or in an atomic section */
} Touch;

/* TRUTH_OPEN: if an exchange among them writes, which is not known before. */
Truth touches_race(const Touch *a, const Touch *b);

#endif
