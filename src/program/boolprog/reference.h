/* The semantics of Boolean broadcast programs as the papers write it down: states are n-tuples, a constraint is asked
 * of every injection of its thread indices. Slow and obvious, the oracle that the explorers are tested against. */
#ifndef CHORUS_PROGRAM_BOOLPROG_REFERENCE_H
#define CHORUS_PROGRAM_BOOLPROG_REFERENCE_H

#include "program/boolprog/boolprog.h"

#define REFERENCE_THREADS_MAX 8

typedef struct ReferenceResult {
    bool *reached;           /* k + 2 entries: see below */
    uint64_t counter_states; /* states that are left when threads are not told apart */
} ReferenceResult;

/* Which locations some thread reaches, with n threads: reached[d] for d = 1 .. k + 1; reached[0]: some assertion fails.
 * false: there are more than state_limit states, and reached says nothing. At most 16 variables of each class. */
bool reference_reach(const BoolProgram *p, uint32_t n, uint64_t state_limit, ReferenceResult *result);

#endif
