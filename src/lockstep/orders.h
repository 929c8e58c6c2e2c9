/* Orders in which threads are preferred. Which of two independent steps comes first is up to the order, and decides how
 * simple an invariant can be: threads that do the same go in lockstep, say.
 *
 * An order is a pointer, which moves with the letters read, and a sequence of the threads for each of its values. That
 * it depends on letters alone is what the argument by the least run needs (docs/lockstep.md). */
#ifndef CHORUS_LOCKSTEP_ORDERS_H
#define CHORUS_LOCKSTEP_ORDERS_H

#include "lockstep/letters.h"

typedef enum OrderKind {
    ORDER_LOCK, /* round robin: a thread's turn ends when it closes a loop */
    ORDER_PAIR, /* the first thread against all others, which come one after the other */
    ORDER_SEQUENCE,
    ORDER_REVERSE /* the last thread first */
} OrderKind;
#define ORDER_KINDS 4

typedef struct Order {
    OrderKind kind;
    uint32_t threads, pointers;
} Order;

Order order_make(OrderKind kind, const Letters *l);
const char *order_name(OrderKind kind);
/* The place of the thread in the sequence: less is preferred. */
uint32_t order_rank(const Order *o, uint32_t pointer, uint32_t thread);
uint32_t order_next(const Order *o, uint32_t pointer, const Letter *letter);

#endif
