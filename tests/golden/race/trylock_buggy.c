/* A lock that was tried only. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int g;

void *worker(void *p)
{
    (void)p;
    pthread_mutex_lock(&m);
    g++;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_trylock(&m);
    g++;
    pthread_join(thread, 0);
    return 0;
}
