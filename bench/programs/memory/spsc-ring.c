/* A ring for one producer and one consumer: each end releases its counter, and acquires the other's. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef FILL
#define FILL memory_order_release
#endif
#ifndef FREED
#define FREED memory_order_acquire
#endif

#define SLOTS 4

static atomic_uint written, consumed;
static int ring[SLOTS];

static void *producer(void *arg)
{
    for (int i = 0;; i++) {
        unsigned end = atomic_load_explicit(&written, memory_order_relaxed);
        while (end - atomic_load_explicit(&consumed, FREED) == SLOTS)
            ;
        ring[end % SLOTS] = i;
        atomic_store_explicit(&written, end + 1, FILL);
    }
    return arg;
}

static void *consumer(void *arg)
{
    for (;;) {
        unsigned begin = atomic_load_explicit(&consumed, memory_order_relaxed);
        while (atomic_load_explicit(&written, memory_order_acquire) == begin)
            ;
        int got = ring[begin % SLOTS];
        atomic_store_explicit(&consumed, begin + 1, memory_order_release);
        if (got < 0) return arg;
    }
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
