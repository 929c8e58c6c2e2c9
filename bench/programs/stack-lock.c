/*
 * Stack with a lock: any number of threads push onto a linked list, whose nodes come from a pool of
 * limited size and are known by their index in it.
 *
 * Benchmark Stack (lock-based) of SAPA; after Goetz et al., Java Concurrency in Practice.
 *
 * Property: after a successful push the stack is not empty.
 * Safe: only push changes top, under the lock, and never to NIL: an exhausted pool is noticed.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { NIL = 0, NODES = 32, SIZE = 2 * NODES + 1 };

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
    node = node_new();
    if (node == NIL) {
        pthread_mutex_unlock(&mutex);
        return false;
    }
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
