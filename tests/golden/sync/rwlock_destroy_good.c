/* A reader is still there. */
#include <pthread.h>

pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
int value;

void *work(void *arg)
{
    pthread_rwlock_rdlock(&table);
    int seen = value;
    pthread_rwlock_unlock(&table);
    (void)seen;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_rwlock_destroy(&table);
    return 0;
}
