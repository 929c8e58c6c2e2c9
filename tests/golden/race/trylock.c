/* On the branch of success it is held. */
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
    if (pthread_mutex_trylock(&m) == 0) {
        g++;
        pthread_mutex_unlock(&m);
    }
    pthread_join(thread, 0);
    return 0;
}
