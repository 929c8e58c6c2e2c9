/* Counting predicates: x == x0 + (number of threads at these locations), for counters of threads.
 *
 * When every assignment to a shared variable x adds a constant, and along the automata the sum of what a thread has
 * added so far depends only on where it is (its weight), then x == x0 + sum of the weights of all threads holds always:
 * a place invariant. It is tracked without a Boolean, because it never changes; what it contributes are facts about
 * the threads a query looks at: x - x0 is at least the sum of their weights. Over machine integers that holds only
 * while the sum over all threads cannot wrap, so it is used for a bounded number of threads only; over mathematical
 * integers for every number. */
#ifndef CHORUS_ENGINES_SYMMPA_ABSTRACTION_COUNTING_H
#define CHORUS_ENGINES_SYMMPA_ABSTRACTION_COUNTING_H

#include "program/program.h"

typedef struct Counting {
    VarId var;
    Term init;       /* x0, a constant */
    bool descending; /* threads subtract: x0 - x is counted */
    uint8_t *weight; /* per location */
    uint8_t max_weight;
    bool loose; /* only an inequality: threads that have ended may have added more than their weight */
} Counting;

typedef struct Countings {
    Counting *data;
    uint32_t count, capacity;
} Countings;

/* All counting predicates of a program. */
void counting_find(Program *p, Countings *out);
/* The fact that (x - x0, or x0 - x) is at least weight, over x at instance 0; bound: largest number of threads, 0 = not
 * known. TERM_NONE when nothing follows (weight 0, or the sum may wrap). */
Term counting_fact(Program *p, const Counting *c, uint32_t weight, uint32_t bound);
/* "r == number of threads at f.c:3, f.c:5". */
void counting_print(Program *p, const Counting *c, Str *out);

#endif
