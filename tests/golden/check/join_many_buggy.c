/* Twelve threads count without a lock; main joins them through an array of handles. */
#include <assert.h>
#include <pthread.h>

#define THREADS 12

int count;

void *worker(void *unused)
{
    int old = count;
    count = old + 1;
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(count == THREADS);
}
