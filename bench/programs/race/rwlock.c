/* Readers share a lock, a writer has it alone. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int a, b;

void *reader(void *unused)
{
    int seen;
    pthread_rwlock_rdlock(&lock);
    seen = a + b;
    pthread_rwlock_unlock(&lock);
    return (void *)(long)seen;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, reader, 0);
        pthread_rwlock_wrlock(&lock);
        a++;
        b--;
        pthread_rwlock_unlock(&lock);
    }
}
