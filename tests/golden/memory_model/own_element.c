/* Each thread has an element of its own, and main looks when all have ended. */
#include <assert.h>
#include <pthread.h>

int results[4];

void *worker(void *arg)
{
    long me = (long)arg;
    results[me] = 1;
    results[me]++;
    return 0;
}

int main(void)
{
    pthread_t threads[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, worker, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    assert(results[2] == 2);
    return 0;
}
