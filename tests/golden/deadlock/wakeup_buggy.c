/* A consumer waits for an item; the producer signals without having stored it under the lock, so that the signal may be lost. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int is_full;

void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&filled, &lock);
    is_full = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, consumer, 0);
    pthread_mutex_lock(&lock);
    is_full = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}
