/*
 * Threads of two kinds that must not meet (the baboons on the rope, the unisex bathroom): the first of a kind takes the
 * rope, the last one gives it back; when there are too many, one turns round. Any number of both.
 *
 * Property: the rope has one direction at a time.
 * Safe: each kind counts its own under a lock of its own.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

pthread_mutex_t east_lock = PTHREAD_MUTEX_INITIALIZER, west_lock = PTHREAD_MUTEX_INITIALIZER;
sem_t rope;
#define BABOONS_MAX 1000000

unsigned east, west;
int direction;

void *eastward(void *unused)
{
    pthread_mutex_lock(&east_lock);
    if (east == BABOONS_MAX) {
        pthread_mutex_unlock(&east_lock);
        return 0;
    }
    if (east == 0) sem_wait(&rope);
    east++;
    if (east == 1) direction = 1;
    pthread_mutex_unlock(&east_lock);
    assert(direction == 1);
    pthread_mutex_lock(&east_lock);
    east--;
    if (east == 0) sem_post(&rope);
    pthread_mutex_unlock(&east_lock);
    return 0;
}

void *westward(void *unused)
{
    pthread_mutex_lock(&west_lock);
    if (west == BABOONS_MAX) {
        pthread_mutex_unlock(&west_lock);
        return 0;
    }
    if (west == 0) sem_wait(&rope);
    west++;
    if (west == 1) direction = 2;
    pthread_mutex_unlock(&west_lock);
    assert(direction == 2);
    pthread_mutex_lock(&west_lock);
    west--;
    if (west == 0) sem_post(&rope);
    pthread_mutex_unlock(&west_lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    sem_init(&rope, 0, 1);
    for (;;) {
        pthread_create(&thread, 0, eastward, 0);
        pthread_create(&thread, 0, westward, 0);
    }
}
