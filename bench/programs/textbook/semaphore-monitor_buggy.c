/*
 * A semaphore made of a lock and a condition variable, which lets two threads in.
 *
 * Property: the number of threads inside and the units that are left add up to two.
 * Buggy: whoever was woken takes a unit without looking whether there is one.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t more = PTHREAD_COND_INITIALIZER;
unsigned units = 2, inside;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    if (units == 0)
        pthread_cond_wait(&more, &lock);
    units--;
    inside++;
    assert(inside <= 2);
    pthread_mutex_unlock(&lock);

    pthread_mutex_lock(&lock);
    inside--;
    units++;
    pthread_cond_signal(&more);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
