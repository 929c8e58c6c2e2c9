/* Relations between the events of a graph, as bits. */
#ifndef CHORUS_KERNEL_EXECUTION_RELATION_H
#define CHORUS_KERNEL_EXECUTION_RELATION_H

#include "base/run.h"

typedef struct Relation {
    uint32_t count, words; /* events; words of a row */
    uint64_t *bits;
} Relation;

Relation relation_new(Run *run, uint32_t count);
void relation_free(Run *run, Relation *r);
void relation_add(Relation *r, uint32_t a, uint32_t b);
bool relation_has(const Relation *r, uint32_t a, uint32_t b);
/* All that b is related to, a is as well; rows of two relations of one size. */
void relation_join_row(Relation *to, uint32_t a, const Relation *from, uint32_t b);
bool relation_has_cycle(Run *run, const Relation *r);

#endif
