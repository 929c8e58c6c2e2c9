/*
 * Lamport's ring for one producer and one consumer, without a lock: each end has a counter that only its side changes.
 *
 * Property: the consumer gets the numbers in order.
 * Safe: the producer waits while the ring is full.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2

atomic_uint written, consumed;
unsigned ring[SLOTS];

void *producer(void *unused)
{
    for (unsigned i = 0; i < 4; i++) {
        while (written - consumed == SLOTS)
            ;
        ring[i % SLOTS] = i;
        written = i + 1;
    }
    return 0;
}

void *consumer(void *unused)
{
    for (unsigned i = 0; i < 4; i++) {
        while (written == consumed)
            ;
        assert(ring[i % SLOTS] == i);
        consumed = i + 1;
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, producer, 0);
    pthread_create(&thread, 0, consumer, 0);
    return 0;
}
