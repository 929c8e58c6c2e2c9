/*
 * Lock-free stack: any number of threads push onto a linked list by compare-and-swap; its nodes
 * come from a pool of limited size and are known by their index in it.
 *
 * Benchmark Stack (cas-based) of SAPA; after Goetz et al., Java Concurrency in Practice (Treiber's
 * stack).
 *
 * Property: after a successful push the stack is not empty.
 * Safe: only push changes top, and never to NIL: an exhausted pool is noticed.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { NIL = 0, NODES = 32, SIZE = 2 * NODES + 1 };

extern int __VERIFIER_nondet_int(void);

int memory[SIZE]; /* a node at i: data at i, the next node at i + 1; memory[NIL] is no node */
_Atomic unsigned top = NIL, next_free = 1;

static unsigned node_new(void)
{
    unsigned node = next_free;
    do {
        if (node + 1 >= SIZE) return NIL;
    } while (!atomic_compare_exchange_strong(&next_free, &node, node + 2));
    return node;
}

static bool push(int data)
{
    unsigned node = node_new(), old = top;
    if (node == NIL) return false;
    memory[node] = data;
    do
        memory[node + 1] = (int)old;
    while (!atomic_compare_exchange_strong(&top, &old, node));
    return true;
}

void *worker(void *arg)
{
    (void)arg;
    if (push(__VERIFIER_nondet_int())) assert(top != NIL);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
