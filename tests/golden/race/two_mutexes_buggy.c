/* Two mutexes. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
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
    pthread_mutex_lock(&n);
    g++;
    pthread_mutex_unlock(&n);
    pthread_join(thread, 0);
    return 0;
}
