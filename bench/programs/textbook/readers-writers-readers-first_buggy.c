/*
 * Readers and writers, readers first (Courtois, Heymans, Parnas 1971): the first reader takes the resource, the last
 * one gives it back; readers that come meanwhile need not wait. When there are too many, a reader goes away.
 *
 * Property: a reader never sees what a writer has half written.
 * Buggy: the number of readers is changed after the lock is given back.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t resource;
#define READERS_MAX 1000000

int readers;
int first, second;

void *reader(void *unused)
{
    pthread_mutex_lock(&lock);
    if (readers == READERS_MAX) {
        pthread_mutex_unlock(&lock);
        return 0;
    }
    int alone = readers == 0;
    if (alone) sem_wait(&resource);
    pthread_mutex_unlock(&lock);
    readers++;
    assert(first == second);
    pthread_mutex_lock(&lock);
    readers--;
    if (readers == 0) sem_post(&resource);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *writer(void *unused)
{
    sem_wait(&resource);
    first = !first;
    second = first;
    sem_post(&resource);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&resource, 0, 1);
    for (;;) {
        pthread_create(&thread, 0, reader, 0);
        pthread_create(&thread, 0, writer, 0);
    }
}
