#include <pthread.h>
#include "rwlock.h"

static struct rwlock lock;

static void *reader(void *arg)
{
    rwlock_rlock(&lock);
    rwlock_runlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t thread;
    rwlock_init(&lock);
    pthread_create(&thread, NULL, reader, NULL);
    rwlock_wlock(&lock);
    rwlock_wunlock(&lock);
    pthread_join(thread, NULL);
}
