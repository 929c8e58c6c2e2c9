/*
 * Lock-free stack: a linked list whose top is changed by compare-and-swap. Any number of threads
 * take nodes from a stack of three; a node that was taken is not put back.
 *
 * After Goetz et al., Java Concurrency in Practice (Treiber's stack).
 *
 * Property: no node is taken twice.
 * Safe: as nodes do not come back, a top that is the same as before still has the same successor.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
    struct node *next;
    _Bool is_taken;
};

struct node nodes[3];
struct node *_Atomic top;

static struct node *pop(void)
{
    struct node *node = top, *next;
    do {
        if (!node) return 0;
        next = node->next;
    } while (!atomic_compare_exchange_strong(&top, &node, next));
    return node;
}

void *worker(void *arg)
{
    struct node *node = pop();
    if (node) {
        assert(!node->is_taken);
        node->is_taken = 1;
    }
    return arg;
}

int main(void)
{
    pthread_t thread;
    nodes[1].next = &nodes[0];
    nodes[2].next = &nodes[1];
    top = &nodes[2];
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
