/* After a broadcast nobody is blocked any more: POSIX lets one destroy the condition at once. A mutex that checks for
 * errors may be asked whether one has it. */
#include <pthread.h>

pthread_mutex_t lock;
pthread_cond_t ready;
int value;

void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!value)
        pthread_cond_wait(&ready, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &kind);
    pthread_cond_init(&ready, NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    value = 1;
    pthread_cond_broadcast(&ready);
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&ready);
    int had = pthread_mutex_unlock(&lock) == 0;
    pthread_join(t, NULL);
    return had;
}
