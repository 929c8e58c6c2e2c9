/* A reader that becomes the writer: it stops reading before. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int table;

void *worker(void *unused)
{
    pthread_rwlock_rdlock(&lock);
    int is_due = table == 0;
    pthread_rwlock_unlock(&lock);
    if (is_due) {
        pthread_rwlock_wrlock(&lock);
        if (table == 0) table = 1;
        pthread_rwlock_unlock(&lock);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
