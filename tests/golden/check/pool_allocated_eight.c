/* Exactly eight threads, with handles from malloc: not written out, as the handles are told apart by value. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

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
    pthread_t *threads = malloc(8 * sizeof *threads);
    if (!threads) return 1;
    for (int i = 0; i < 8; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 8; i++)
        pthread_join(threads[i], 0);
    assert(count == 8);
    free(threads);
    return 0;
}
