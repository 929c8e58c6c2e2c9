/*
 * The bounded buffer of Hoare's monitors: any number of producers and consumers, a ring of four slots, one lock, two
 * condition variables.
 *
 * Property: nobody puts into a full buffer or takes from an empty one.
 * Safe: whoever was woken looks again before going on.
 */
#include <assert.h>
#include <pthread.h>

#define SLOTS 4

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
int buffer[SLOTS];
unsigned count, in, out;

void *producer(void *unused)
{
    pthread_mutex_lock(&lock);
    while (count == SLOTS)
        pthread_cond_wait(&not_full, &lock);
    assert(count < SLOTS);
    buffer[in] = 1;
    in = (in + 1) % SLOTS;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&not_empty, &lock);
    assert(count > 0);
    out = (out + 1) % SLOTS;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, producer, 0);
        pthread_create(&thread, 0, consumer, 0);
    }
}
