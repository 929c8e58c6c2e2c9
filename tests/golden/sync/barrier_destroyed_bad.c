/* A worker is in front of the barrier that is destroyed. */
#include <pthread.h>

pthread_barrier_t gate;

void *work(void *arg)
{
    pthread_barrier_wait(&gate);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_barrier_init(&gate, NULL, 2);
    pthread_create(&t, NULL, work, NULL);
    pthread_barrier_destroy(&gate);
    return 0;
}
