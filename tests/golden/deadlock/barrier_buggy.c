/* A barrier for three that two threads reach. */
#include <pthread.h>

pthread_barrier_t barrier;
int ready;

void *worker(void *unused)
{
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&thread, 0, worker, 0);
    ready = 1;
    pthread_barrier_wait(&barrier);
    pthread_join(thread, 0);
    return 0;
}
