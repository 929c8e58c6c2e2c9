/* States that random runs of a product come to. */
#ifndef CHORUS_ENGINES_LOCKSTEP_SAMPLES_H
#define CHORUS_ENGINES_LOCKSTEP_SAMPLES_H

#include "engines/lockstep/product.h"
#include "logic/term/evaluate.h"

/* A state: a value per variable written out. */
typedef struct ProductSample {
    const Product *p;
    uint32_t node;
    Value *value;
} ProductSample;

/* A term over the state's variables. */
Value sample_value(const ProductSample *s, Term t);

typedef void (*SampleVisit)(void *arg, const ProductSample *s);

/* Visits states at cut nodes, for so long of the processor's time. Values that are arbitrary are small ones, mostly, so
 * that runs come far. */
void samples_visit(const Product *p, double seconds, SampleVisit visit, void *arg);
/* The same, from a state at that node: a value per variable written out. A few short runs. */
void samples_visit_from(const Product *p, uint32_t node, const Value *from, uint64_t seed, SampleVisit visit,
                        void *arg);

#endif
