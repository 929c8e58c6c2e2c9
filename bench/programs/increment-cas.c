/*
 * Lock-free counter: any number of threads increment a counter that saturates at UINT_MAX, by
 * compare-and-swap, repeated until no other thread came in between.
 *
 * Benchmark Increment (cas-based) of SAPA and 2/INC-C of SYMMPA; after the non-blocking counter of
 * Goetz et al., Java Concurrency in Practice.
 *
 * Property: after its increment a thread finds the counter above the value it started from.
 * Safe: a swap succeeds only if the counter still has the value v < UINT_MAX, and makes it v + 1;
 * so the counter never falls.
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned value;

static void increment(void)
{
    unsigned v = value;
    do {
        if (v == UINT_MAX) return;
    } while (!atomic_compare_exchange_strong(&value, &v, v + 1));
    assert(value > v);
}

void *worker(void *arg)
{
    (void)arg;
    increment();
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
