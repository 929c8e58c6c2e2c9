/* Two threads have one element. */
#include <assert.h>
#include <pthread.h>

int results[4];

void *worker(void *arg)
{
    long me = (long)arg;
    results[me / 2] = 1;
    return 0;
}

int main(void)
{
    pthread_t threads[4];
    for (long i = 0; i < 4; i++)
        pthread_create(&threads[i], 0, worker, (void *)i);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    assert(results[1] == 1);
    return 0;
}
