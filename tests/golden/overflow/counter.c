/* A counter that any number of threads increments while it is small. */
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *worker(void *arg)
{
    pthread_mutex_lock(&m);
    if (x < 1000) x++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    for (;;) pthread_create(&t, 0, worker, 0);
}
