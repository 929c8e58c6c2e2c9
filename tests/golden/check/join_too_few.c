/* One thread less is joined than was started: the last one may count later. */
#include <assert.h>
#include <pthread.h>

#define THREADS 12

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 1; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(count >= THREADS - 1 && count <= THREADS);
    assert(count == THREADS);
}
