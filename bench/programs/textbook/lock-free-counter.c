/*
 * A counter that is moved on by compare-and-swap, up to its limit. Any number of threads.
 *
 * Property: the counter is past the value that a thread has moved it on from.
 * Safe: the swap fails when the value is not the one that was read.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint counter;

void *worker(void *unused)
{
    unsigned seen = counter;
    do {
        if (seen == 1000000) return 0;
    } while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1));
    assert(counter > seen);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
