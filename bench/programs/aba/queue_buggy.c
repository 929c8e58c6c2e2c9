/*
 * Queue whose consumers race for the head, with an error: see queue.c.
 *
 * Property: no node is taken twice.
 * Bug: the head that a consumer looks at may be freed, and its address be that of a node which was appended since and is
 * the head now (ABA). The compare-and-swap puts the successor of before back, which is taken again.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
    _Atomic _Bool is_taken;
};

struct node *_Atomic head; /* is taken already */

static struct node *node_new(_Bool is_taken)
{
    struct node *node = malloc(sizeof *node);
    if (!node) exit(1);
    node->next = 0;
    node->is_taken = is_taken;
    return node;
}

/* The node that is not needed any more; 0 when there is nothing, or another consumer is faster. */
static struct node *get(struct node *old)
{
    struct node *next = old->next;
    if (!next || !atomic_compare_exchange_strong(&head, &old, next)) return 0; /* BUG: next may be out of date */
    assert(!atomic_exchange(&next->is_taken, 1));
    return old;
}

void *consumer(void *arg)
{
    get(head);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct node *last = node_new(0);
    head = node_new(1);
    head->next = last; /* main is the only one that appends */
    pthread_create(&t, 0, consumer, 0);
    struct node *first = get(head);
    if (first) free(first);
    last->next = node_new(0);
    get(head);
    pthread_join(t, 0);
}
