/*
 * Test-and-set spin lock for any number of threads.
 *
 * Benchmark Tas Lock of SAPA and 5/TAS-L of SYMMPA; the simplest lock of Mellor-Crummey and Scott,
 * Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors (without the delay).
 *
 * Property: mutual exclusion, by a counter of the threads inside the critical section.
 * Safe: the exchange is one atomic step, so only one thread finds 0 until it writes 0 back.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int lock;
int c;

static void acquire(void)
{
    int locked;
    do
        locked = atomic_exchange(&lock, 1);
    while (locked);
}

static void release(void) { lock = 0; }

void *worker(void *arg)
{
    (void)arg;
    for (;;) {
        acquire();
        c++;
        assert(c == 1);
        c--;
        release();
    }
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
