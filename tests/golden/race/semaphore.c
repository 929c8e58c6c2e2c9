/* Handed over by a semaphore. */
#include <semaphore.h>
#include <pthread.h>

sem_t s;
int g;

void *worker(void *p)
{
    (void)p;
    sem_wait(&s);
    g++;
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&s, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    g = 1;
    sem_post(&s);
    pthread_join(thread, 0);
    return 0;
}
