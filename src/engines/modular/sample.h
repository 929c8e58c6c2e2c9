/* Computations of environments that were found: each with where it starts and ends, and how it is come to. Whoever asks
 * whether there is none between two conditions need not ask when one is known, as long as no later fact says that it is
 * not come to that way. */
#ifndef CHORUS_ENGINES_MODULAR_SAMPLE_H
#define CHORUS_ENGINES_MODULAR_SAMPLE_H

#include "engines/modular/path.h"

typedef struct EnvironmentSample {
    uint32_t level;
    Term condition; /* as it was answered */
    const ModularPlan *plan;
    uint64_t *before, *after;  /* values of variables written out where it starts and ends */
    VEC(const uint64_t *) way; /* the same before and after each env_move on the way to its start, in turns */
    uint32_t facts;            /* of its level: so many leave the way as it is */
    bool is_dead;              /* the next one does not */
} EnvironmentSample;

typedef struct Samples {
    const ModularThreads *t;
    VEC(EnvironmentSample) all;
} Samples;

void samples_init(Samples *s, const ModularThreads *t);
/* The plan, from the path's state before the i-th step on, which is where a query's computation starts. */
void samples_add(Samples *s, uint32_t level, const SequentialPath *path, uint32_t i, Term condition,
                 const ModularPlan *plan);
/* One of the level that leads from a state with one condition to one with the other; NULL: none is known. Facts: all of
 * the level. */
const EnvironmentSample *samples_find(Samples *s, uint32_t level, const Fact *facts, uint32_t fact_count, Term from,
                                      Term to);

#endif
