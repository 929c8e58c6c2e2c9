/*
 * Readers and writers as a monitor: a lock, a condition variable, the number of readers inside, and whether a writer is.
 *
 * Property: no writer is inside with a reader, or with another writer.
 * Buggy: a writer waits for other writers only.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
#define READERS_MAX 1000000

unsigned readers;
_Bool writing;

void *reader(void *unused)
{
    pthread_mutex_lock(&lock);
    while (writing || readers == READERS_MAX)
        pthread_cond_wait(&changed, &lock);
    readers++;
    pthread_mutex_unlock(&lock);
    assert(!writing);
    pthread_mutex_lock(&lock);
    readers--;
    if (readers == 0 || readers == READERS_MAX - 1) pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *writer(void *unused)
{
    pthread_mutex_lock(&lock);
    while (writing)
        pthread_cond_wait(&changed, &lock);
    writing = 1;
    pthread_mutex_unlock(&lock);
    assert(writing);
    pthread_mutex_lock(&lock);
    writing = 0;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, reader, 0);
        pthread_create(&thread, 0, writer, 0);
    }
}
