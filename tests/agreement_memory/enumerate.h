/* All consistent executions of a program, and what can be seen in them. */
#ifndef TESTS_AGREEMENT_MEMORY_ENUMERATE_H
#define TESTS_AGREEMENT_MEMORY_ENUMERATE_H

#include "agreement_memory/axioms.h"

/* The values of r0 and r1 with which a thread can end: bit r1 of word r0. */
typedef struct Outcomes {
    uint32_t rows[PROGRAM_VALUES];
} Outcomes;

typedef struct Judgement {
    bool is_complete;            /* false: more executions than the limit, and nothing else means anything */
    bool is_racy;                /* RC11: some consistent execution has a race; then C leaves all undefined */
    bool is_robust[MODEL_COUNT]; /* all consistent executions are sequentially consistent */
    bool fails[MODEL_COUNT];     /* an assertion fails in a consistent execution */
    Outcomes ends[MODEL_COUNT][PROGRAM_THREADS];
    uint32_t executions; /* that were judged, parts of others among them */
} Judgement;

/* Programs whose threads together make more than EXECUTION_EVENTS events are not complete, either. */
Judgement enumerate_executions(const MemoryProgram *p, const ModelOptions *options, uint32_t limit);

#endif
