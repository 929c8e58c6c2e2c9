/* At most three threads inside, of any number. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

sem_t licences;
atomic_uint inside;

void *worker(void *unused)
{
    sem_wait(&licences);
    atomic_fetch_add(&inside, 1);
    assert(inside <= 3);
    atomic_fetch_sub(&inside, 1);
    sem_post(&licences);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&licences, 0, 3);
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
