/*
 * Counter with a lock, with an error: see increment-lock.c for the program and the property.
 *
 * Bug: the old value is kept in a static variable, so that the function is no longer re-entrant.
 * Two threads show it: one increments and unlocks, the other stores the new value in v, and the
 * first compares the counter with that. One thread alone always finds its own old value.
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned value;

static void increment(void)
{
    static unsigned v; /* BUG: shared by all threads, and read after the unlock */
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
