// The lock is destroyed before the thread that uses it is joined, and the semaphore while it may be waited for.
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
static void *waiting(void *arg)
{
    sem_wait(&s);
    return 0;
}
int main(void)
{
    pthread_t t, u;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    pthread_mutex_destroy(&m);
    pthread_create(&u, 0, waiting, 0);
    sem_destroy(&s);
    pthread_join(u, 0);
    return 0;
}
