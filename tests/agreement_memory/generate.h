/* Random programs for the memory models. */
#ifndef TESTS_AGREEMENT_MEMORY_GENERATE_H
#define TESTS_AGREEMENT_MEMORY_GENERATE_H

#include "agreement_memory/enumerate.h"
#include "base/rng.h"

typedef enum Shape {
    SHAPE_LINE,   /* straight lines, all kinds of accesses and fences */
    SHAPE_CYCLE,  /* critical cycles of two to four threads, as generators of litmus tests make them */
    SHAPE_FENCES, /* three locations, mostly seq_cst fences */
    SHAPE_SC,     /* mostly seq_cst accesses */
    SHAPE_PSC,    /* accesses around seq_cst fences: chains over third threads */
    SHAPE_MIXED,  /* seq_cst accesses and seq_cst fences */
    SHAPE_VALUES, /* conditions on what was read, plain data, compare-exchanges that may fail, spin loops */
    SHAPE_LOCKS,  /* plain data and atomics, mostly under locks; critical cycles with sections of locks */
    SHAPE_DATA,   /* plain data that is handed on by flags, mostly with the right orders */
    SHAPE_REPORT, /* critical cycles whose threads tell the last one what they saw, which asserts it */
    SHAPE_SPAWN,  /* lines and plain data in threads that are started by others on their way */
    SHAPE_CHAIN,  /* critical cycles with two seq_cst fences, and threads without one between */
    SHAPE_COUNT
} Shape;

extern const char *const shape_names[SHAPE_COUNT];

/* At most so many events, a read-modify-write counted as one, but for what shapes need beyond. */
void generate_program(Rng *rng, Shape shape, uint32_t events, MemoryProgram *p);
/* Where a thread has read anything: an assertion at its end about its registers. It fails in some models only, where
 * the judgement has such values; else it is arbitrary. */
void generate_assertion(Rng *rng, const Judgement *j, MemoryProgram *p);

#endif
