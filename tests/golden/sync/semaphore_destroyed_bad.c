/* A worker may wait for the semaphore that is destroyed. */
#include <semaphore.h>
#include <pthread.h>

sem_t items;

void *work(void *arg)
{
    sem_wait(&items);
    return arg;
}

int main(void)
{
    pthread_t t;
    sem_init(&items, 0, 0);
    pthread_create(&t, NULL, work, NULL);
    sem_destroy(&items);
    return 0;
}
