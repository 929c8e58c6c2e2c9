/*
 * Counter with a lock: any number of threads increment a counter that saturates at UINT_MAX.
 *
 * Benchmark Increment (lock-based) of SAPA and 1/INC-L of SYMMPA; after the thread-safe counter of
 * Goetz et al., Java Concurrency in Practice.
 *
 * Property: after its increment a thread finds the counter above the value it started from.
 * Safe: every update happens under the lock and makes the counter larger, and the guard stops it
 * from wrapping around; so the counter never falls, whatever happens after the unlock.
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned value;

static void increment(void)
{
    unsigned v;
    pthread_mutex_lock(&mutex);
    if (value == UINT_MAX) {
        pthread_mutex_unlock(&mutex);
        return;
    }
    v = value;
    value = v + 1;
    pthread_mutex_unlock(&mutex);
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
