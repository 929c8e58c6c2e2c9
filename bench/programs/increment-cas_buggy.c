/*
 * Lock-free counter, with an error: see increment-cas.c for the program and the property.
 *
 * Bug: the result of the compare-and-swap is ignored, so that a failed one is not repeated. Two
 * threads show it: the second swaps between the first one's read and its swap; the swap fails, v
 * becomes the counter's present value, and the counter is not above it. A single thread's swap
 * never fails.
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned value;

static void increment(void)
{
    unsigned v = value;
    if (v == UINT_MAX) return;
    atomic_compare_exchange_strong(&value, &v, v + 1); /* BUG: not repeated if it fails */
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
