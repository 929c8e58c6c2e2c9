/*
 * A counter that is moved on by compare-and-swap, up to its limit. Any number of threads.
 *
 * Property: the counter is past the value that a thread has moved it on from.
 * Buggy: the new value is stored.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint counter;

void *worker(void *unused)
{
    unsigned seen = counter;
    if (seen == 1000000) return 0;
    counter = seen + 1;
    assert(counter > seen);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
