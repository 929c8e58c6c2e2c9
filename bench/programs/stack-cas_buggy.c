/*
 * Lock-free stack, with an error: see stack-cas.c for the program and the property.
 *
 * Bug: instead of a compare-and-swap, push takes the whole list away, links the node in front and
 * puts the list back, so that the stack is empty for a moment. Two threads show it: one takes the
 * list away just after the other has pushed.
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
    unsigned node = node_new();
    if (node == NIL) return false;
    memory[node] = data;
    memory[node + 1] = (int)atomic_exchange(&top, NIL); /* BUG: visible to others until the store */
    top = node;
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
