/* sem_getvalue stores the value. */
#include <semaphore.h>
#include <pthread.h>

sem_t s;
int v;

void *worker(void *p)
{
    (void)p;
    v = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&s, 0, 0);
    pthread_create(&thread, 0, worker, 0);
    sem_getvalue(&s, &v);
    pthread_join(thread, 0);
    return 0;
}
