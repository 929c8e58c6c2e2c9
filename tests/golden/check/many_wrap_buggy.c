/*
 * Threads count themselves with a counter of type unsigned char, under a lock. Any number of threads.
 *
 * Property: after a thread has counted itself there is at least one.
 * Buggy: the counter wraps around, with 256 threads.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned char threads;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    threads++;
    assert(threads != 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
