/* A lock is held while the threads of an array are joined, which need it. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int n;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    n++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
