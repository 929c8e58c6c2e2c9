/* How often the edges of a program are taken in a whole run, at most. */
#ifndef CHORUS_FACTS_BOUNDS_ROUNDS_H
#define CHORUS_FACTS_BOUNDS_ROUNDS_H

#include "program/program.h"

#define ROUNDS_MANY UINT64_MAX /* no bound is known */

typedef struct Rounds {
    const Program *p;
    uint64_t *edges;   /* per edge: by one thread */
    uint64_t *threads; /* per template: threads in a whole run */
} Rounds;

/* Of an indexed program with machine integers. Memory of the run. */
Rounds *rounds_new(const Program *p);
void rounds_free(Rounds *r);
/* By all threads together. */
uint64_t rounds_of(const Rounds *r, EdgeId edge);

/* May the local have the value that it has by chance when its thread starts, where some edge reads it? False where its
 * initial value is a constant. */
bool rounds_reads_chance(const Program *p, VarId local);

/* Sums and products that stay at ROUNDS_MANY. */
uint64_t rounds_add(uint64_t a, uint64_t b);
uint64_t rounds_times(uint64_t a, uint64_t b);

#endif
