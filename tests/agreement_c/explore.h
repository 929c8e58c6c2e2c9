/* The oracle: a natively compiled program under a scheduler that tries every interleaving of its steps and every
 * input. It shares nothing with Chorus but the program's text. */
#ifndef TESTS_AGREEMENT_C_EXPLORE_H
#define TESTS_AGREEMENT_C_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>

#include "agreement_c/generate.h"
#include "agreement_c/native.h"

typedef struct Exploration {
    bool is_complete; /* false: over the limit, nothing is known */
    bool fails;       /* an assertion can fail */
    uint32_t runs, states;
    bool has_outcomes; /* the program asserts nothing, but says how it ended */
    bool outcomes[OUTCOME_COUNT];
    unsigned last; /* the outcome that was found last */
} Exploration;

/* host: the variable of the compiled file. */
Exploration explore(Host **host, const Entry *program, uint32_t run_limit);

#endif
