/* An array for many more handles than there are threads. */
#include <assert.h>
#include <pthread.h>

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
    pthread_t threads[2000];
    for (int i = 0; i < 12; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 12; i++)
        pthread_join(threads[i], 0);
    assert(count == 12);
    return 0;
}
