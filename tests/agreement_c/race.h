/* Which accesses of two threads that are about to make them race. */
#ifndef TESTS_AGREEMENT_C_RACE_H
#define TESTS_AGREEMENT_C_RACE_H

#include <stdbool.h>

#include "agreement_c/native.h"

/* OPEN: only runs violate the property that used freed memory before, or an old pointer to memory that was given again:
 * C leaves open what they do, and so does the oracle. */
typedef enum Truth { TRUTH_NO, TRUTH_OPEN, TRUTH_YES } Truth;

/* An access that a thread is about to make. */
typedef struct Touch {
    const void *pointer; /* perhaps with a tag */
    size_t size;
    Kind kind;
    bool is_atomic; /* as such, or in an atomic section */
} Touch;

enum { RACED_MAX = 64 };

/* Bytes that accesses race for; those beyond so many are left out. */
typedef struct Raced {
    const void *at[RACED_MAX];
    unsigned count;
} Raced;

void raced_add(Raced *raced, const Touch *a, const Touch *b);
/* TRUTH_OPEN: if an exchange among them writes, which is not known before. */
Truth touches_race(const Touch *a, const Touch *b);

#endif
