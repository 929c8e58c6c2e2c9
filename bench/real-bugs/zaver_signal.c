/* The main thread waits for a task of the pool. */
#include <semaphore.h>
#include "threadpool.h"

static sem_t done;

static void task(void *argument)
{
    sem_post(argument);
}

int main(void)
{
    sem_init(&done, 0, 0);
    zv_threadpool_t *pool = threadpool_init(1);
    if (pool == NULL || threadpool_add(pool, task, &done) == -1) return 1;
    sem_wait(&done);
    return 0;
}
