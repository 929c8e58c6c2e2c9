/* One thread of several is not joined before main returns what they write. */
#include <pthread.h>

int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *p)
{
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return data;
}
