/* A worker gives back the read lock that main has. */
#include <pthread.h>

pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *work(void *arg)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_unlock(&table);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_rwlock_rdlock(&table);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_unlock(&table);
    return 0;
}
