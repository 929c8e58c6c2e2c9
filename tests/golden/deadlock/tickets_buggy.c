/* A worker takes a ticket and forgets it when there is nothing to do. */
#include <pthread.h>
#include <semaphore.h>

sem_t tickets;
int work;

void *worker(void *unused)
{
    sem_wait(&tickets);
    if (work == 0) return 0;
    work--;
    sem_post(&tickets);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    work = 1;
    sem_init(&tickets, 0, 1);
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    sem_wait(&tickets);
    work++;
    sem_post(&tickets);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
