/*
 * Ten threads add one to a sum under a lock, main joins them all.
 *
 * Property: the sum is ten.
 * Buggy: each reads and writes in two sections.
 */
#include <assert.h>
#include <pthread.h>

#define THREADS 10

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    int old = sum;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    sum = old + 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(sum == THREADS);
    return 0;
}
