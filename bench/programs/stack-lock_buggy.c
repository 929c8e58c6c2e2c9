/*
 * Stack with a lock, with an error: see stack-lock.c for the program and the property. The pool has
 * only three nodes here.
 *
 * Bug: push does not notice that the pool is exhausted. Four threads show it: the fourth push makes
 * NIL the top of the stack.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { NIL = 0, NODES = 3, SIZE = 2 * NODES + 1 };

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int memory[SIZE]; /* a node at i: data at i, the next node at i + 1; memory[NIL] is no node */
unsigned top = NIL, next_free = 1;

static unsigned node_new(void)
{
    unsigned node = next_free;
    if (node + 1 >= SIZE) return NIL;
    next_free = node + 2;
    return node;
}

static bool push(int data)
{
    unsigned node;
    pthread_mutex_lock(&mutex);
    node = node_new(); /* BUG: may be NIL */
    memory[node] = data;
    memory[node + 1] = (int)top;
    top = node;
    pthread_mutex_unlock(&mutex);
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
