/* The checker's own count of how often edges are taken in a run, at most. */
#ifndef CHORUS_KERNEL_KINDS_BOUNDS_COUNTS_H
#define CHORUS_KERNEL_KINDS_BOUNDS_COUNTS_H

#include "program/program.h"

#define COUNTS_NONE UINT64_MAX /* no bound */

typedef struct Counts {
    const Program *p;
    uint64_t *edges;   /* per edge: in a whole run */
    uint64_t *threads; /* per template: likewise */
} Counts;

Counts *counts_new(const Program *p);
/* May an edge read the local before one of its thread has assigned to it? */
bool counts_read_unassigned(const Program *p, VarId local);
uint64_t counts_sum(uint64_t a, uint64_t b);
uint64_t counts_product(uint64_t a, uint64_t b);

#endif
