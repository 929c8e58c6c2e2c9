/* The oracle: a natively compiled program under a scheduler that tries every interleaving of its steps and every
 * input. It shares nothing with Chorus but the program's text. */
#ifndef TESTS_AGREEMENT_C_EXPLORE_H
#define TESTS_AGREEMENT_C_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

#include "agreement_c/generate.h"
#include "agreement_c/native.h"
#include "agreement_c/race.h"

/* What is asked about a program: the properties, by their names in SV-COMP. */
typedef enum QuestionKind {
    QUESTION_ASSERTION,
    QUESTION_OVERFLOW,
    QUESTION_DEREF,
    QUESTION_FREE,
    QUESTION_DEADLOCK,
    QUESTION_RACE,
    QUESTION_COUNT
} QuestionKind;

typedef struct Exploration {
    bool is_complete; /* false: over the limit; what is not found may be all the same */
    Truth violates[QUESTION_COUNT];
    Raced raced;        /* in runs that certainly happen */
    bool fails_at_once; /* an assertion, in the first run */
    uint32_t runs, states;
    bool has_outcomes; /* the program asserts nothing, but says how it ended */
    Truth outcomes[OUTCOME_COUNT];
    unsigned last; /* the outcome that was found last, of those that certainly happen */
    bool has_last;
} Exploration;

/* host: the variable of the compiled file. only_first: ends behind the first run when that fails. */
Exploration explore(Host **host, const Entry *program, uint32_t run_limit, bool only_first);

#endif
