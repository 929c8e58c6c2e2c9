/* What pthread_once runs waits for a thread that waits for pthread_once. */
#include <pthread.h>
#include <semaphore.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
sem_t done;

static void prepare(void)
{
    sem_wait(&done);
}

void *worker(void *unused)
{
    pthread_once(&once, prepare);
    sem_post(&done);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&done, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_once(&once, prepare);
    sem_post(&done);
    pthread_join(thread, 0);
    return 0;
}
