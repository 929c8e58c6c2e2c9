/* Orders in which threads are preferred. Which of two independent steps comes first is up to the order, and decides how
 * simple an invariant can be: threads that do the same go in lockstep, say.
 *
 * An order is a pointer, which moves with the letters read, and a sequence of the threads for each of its values. That
 * it depends on letters alone is what the argument by the least run needs (docs/lockstep.md). */
#ifndef CHORUS_ENGINES_LOCKSTEP_ORDERS_H
#define CHORUS_ENGINES_LOCKSTEP_ORDERS_H

#include "engines/lockstep/letters.h"

typedef enum OrderKind {
    ORDER_LOCK,  /* round robin: a thread's turn ends when it closes a loop */
    ORDER_RATIO, /* the same, but for threads whose loops take smaller steps it ends after several */
    ORDER_PAIR,  /* the first thread against all others, which come one after the other */
    ORDER_SEQUENCE,
    ORDER_REVERSE /* the last thread first */
} OrderKind;
#define ORDER_KINDS 5

typedef struct ThreadOrder {
    OrderKind kind;
    uint32_t threads, pointers;
    uint32_t stride; /* what the largest step of a thread's loop adds, where turns were found by that; otherwise 0 */
    uint32_t turns[WRITTEN_THREADS_MAX]; /* per thread: how often it closes a loop until its turn ends */
} ThreadOrder;

ThreadOrder order_make(OrderKind kind, const Letters *l);
const char *order_name(OrderKind kind);
/* c of v = v + c, without its sign; 0: it is none, or too large. */
uint32_t order_step(const Letters *l, const Assign *a);
/* The place of the thread in the sequence: less is preferred. */
uint32_t order_rank(const ThreadOrder *o, uint32_t pointer, uint32_t thread);
/* Are the turns of all threads equally long? */
bool order_is_even(const ThreadOrder *o);
uint32_t order_next(const ThreadOrder *o, uint32_t pointer, const Letter *letter);

#endif
