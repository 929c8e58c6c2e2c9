/* Readers of a configuration write a log; who changes the configuration logs it as they do. */
#include <pthread.h>

pthread_rwlock_t config = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
int value, entries;

void *reader(void *unused)
{
    pthread_rwlock_rdlock(&config);
    pthread_mutex_lock(&log_lock);
    entries += value;
    pthread_mutex_unlock(&log_lock);
    pthread_rwlock_unlock(&config);
    return 0;
}

void *writer(void *unused)
{
    pthread_rwlock_wrlock(&config);
    pthread_mutex_lock(&log_lock);
    value++;
    entries++;
    pthread_mutex_unlock(&log_lock);
    pthread_rwlock_unlock(&config);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, reader, 0);
        pthread_create(&thread, 0, writer, 0);
    }
}
