/*
 * The bounded buffer with Dijkstra's semaphores: `empty` counts free slots, `full` those with an item, a lock guards
 * the ring. Any number of producers and consumers.
 *
 * Property: no slot is written while it has an item, and none is read that has not.
 * Safe: the semaphores are waited for before the lock is taken, each its own.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#define SLOTS 2

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
sem_t empty, full;
_Bool used[SLOTS];
unsigned in, out;

void *producer(void *unused)
{
    sem_wait(&empty);
    pthread_mutex_lock(&lock);
    assert(!used[in]);
    used[in] = 1;
    in = (in + 1) % SLOTS;
    pthread_mutex_unlock(&lock);
    sem_post(&full);
    return 0;
}

void *consumer(void *unused)
{
    sem_wait(&full);
    pthread_mutex_lock(&lock);
    assert(used[out]);
    used[out] = 0;
    out = (out + 1) % SLOTS;
    pthread_mutex_unlock(&lock);
    sem_post(&empty);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&empty, 0, SLOTS);
    sem_init(&full, 0, 0);
    for (;;) {
        pthread_create(&thread, 0, producer, 0);
        pthread_create(&thread, 0, consumer, 0);
    }
}
