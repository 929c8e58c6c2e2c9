/* Values that count threads: a value of the shared variables is, as an integer, a constant and the sum over all threads
 * of a weight that depends on where a thread is, and perhaps on one condition over its locals. Types only; what such
 * counts say of a thread, and how they are found, is in facts/counting/counts.h, their check in kernel/counted.h. */
#ifndef CHORUS_PROGRAM_COUNTED_H
#define CHORUS_PROGRAM_COUNTED_H

#include "program/program.h"

#define COUNT_BITS_MAX 32   /* of the value */
#define COUNT_WEIGHT_MAX 15 /* of one thread, and more than minus that */
#define COUNTS_MAX 8
#define COUNT_SUMMANDS_MAX 3 /* counts that are added up or subtracted from each other */

typedef struct ThreadCount {
    Term value;     /* over shared scalars (instance 0): a bit-vector */
    bool is_signed; /* how it is an integer */
    int8_t times;   /* 1 to COUNT_WEIGHT_MAX: it is that many times the value that is the sum, so that values of which
                       threads add more and less can be compared */
    int64_t start;  /* the constant, as many times: its value at first. Threads that are there at first weigh 0 where
                       they start; of  others the step that starts them changes the value by what they weigh there */
    Term *when; /* per location: a condition over locals of its template; TERM_NONE: the weight is always the same */
    int8_t *weight;  /* per location: when that holds, or always */
    int8_t *without; /* per location with a condition: when it does not hold */
} ThreadCount;

typedef struct ThreadCounts {
    ThreadCount *data;
    uint32_t count, capacity;
    Term *facts; /* per location: what holds whenever a thread is there, over shared scalars and locals of its template,
                    which helps to show that nothing wraps; TERM_NONE: nothing is said. TERM_NONE where threads start
                    but the one that is there at first, if its template has no others */
    Term everywhere; /* what holds always, over shared scalars; TERM_NONE: nothing is said */
} ThreadCounts;

#endif
