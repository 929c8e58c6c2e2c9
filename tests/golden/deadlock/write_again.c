/* A writer asks again, to read: POSIX lets the library say EDEADLK or wait for ever. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *worker(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    if (pthread_rwlock_rdlock(&lock) == 0) pthread_rwlock_unlock(&lock);
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
