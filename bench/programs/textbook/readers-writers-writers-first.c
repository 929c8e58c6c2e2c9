/*
 * Readers and writers, writers first (the second problem of Courtois, Heymans, Parnas 1971): while a writer waits or
 * writes, new readers are kept out by `may_read`. When there are too many of a kind, a thread goes away.
 *
 * Property: a reader never sees what a writer has half written.
 * Safe: a writer has the resource, which the first reader takes and the last one gives back.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t reader_lock = PTHREAD_MUTEX_INITIALIZER, writer_lock = PTHREAD_MUTEX_INITIALIZER;
sem_t may_read, resource;
#define READERS_MAX 1000000
#define WRITERS_MAX 1000

int readers, writers;
int first, second;

void *reader(void *unused)
{
    sem_wait(&may_read);
    pthread_mutex_lock(&reader_lock);
    if (readers == READERS_MAX) {
        pthread_mutex_unlock(&reader_lock);
        sem_post(&may_read);
        return 0;
    }
    readers++;
    if (readers == 1) sem_wait(&resource);
    pthread_mutex_unlock(&reader_lock);
    sem_post(&may_read);
    assert(first == second);
    pthread_mutex_lock(&reader_lock);
    readers--;
    if (readers == 0) sem_post(&resource);
    pthread_mutex_unlock(&reader_lock);
    return 0;
}

void *writer(void *unused)
{
    pthread_mutex_lock(&writer_lock);
    if (writers == WRITERS_MAX) {
        pthread_mutex_unlock(&writer_lock);
        return 0;
    }
    writers++;
    if (writers == 1) sem_wait(&may_read);
    pthread_mutex_unlock(&writer_lock);
    sem_wait(&resource);
    first = !first;
    second = first;
    sem_post(&resource);
    pthread_mutex_lock(&writer_lock);
    writers--;
    if (writers == 0) sem_post(&may_read);
    pthread_mutex_unlock(&writer_lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&may_read, 0, 1);
    sem_init(&resource, 0, 1);
    for (;;) {
        pthread_create(&thread, 0, reader, 0);
        pthread_create(&thread, 0, writer, 0);
    }
}
