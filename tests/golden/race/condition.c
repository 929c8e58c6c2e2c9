/* To wait gives the mutex back, and takes it again. */
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int g;

void *worker(void *p)
{
    (void)p;
    pthread_mutex_lock(&m);
    g = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&m);
    while (!g) pthread_cond_wait(&c, &m);
    g = 2;
    pthread_mutex_unlock(&m);
    pthread_join(thread, 0);
    return 0;
}
