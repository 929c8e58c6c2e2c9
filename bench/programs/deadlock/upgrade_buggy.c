/* A reader that becomes the writer while it still reads. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int table;

void *worker(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    if (table == 0) {
        pthread_rwlock_wrlock(&lock);
        table = 1;
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
