/* A read-write lock with a writer's bit: readers add themselves, and go back if the bit is set; orders as of any
 * lock. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef ENTER
#define ENTER memory_order_acquire
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

#define WRITER 1u
#define READER 2u

static atomic_uint state;
static unsigned table;

static void read_lock(void)
{
    while (atomic_fetch_add_explicit(&state, READER, ENTER) & WRITER)
        atomic_fetch_sub_explicit(&state, READER, memory_order_relaxed);
}

static void read_unlock(void) { atomic_fetch_sub_explicit(&state, READER, LEAVE); }

static void write_lock(void)
{
    unsigned free = 0;
    while (!atomic_compare_exchange_weak_explicit(&state, &free, WRITER, memory_order_acquire, memory_order_relaxed))
        free = 0;
}

static void write_unlock(void) { atomic_fetch_and_explicit(&state, ~WRITER, memory_order_release); }

static void *reader(void *arg)
{
    for (;;) {
        read_lock();
        unsigned seen = table;
        read_unlock();
        if (seen == 1000) return arg;
    }
}

static void *writer(void *arg)
{
    for (int i = 0; i < 1000; i++) {
        write_lock();
        table++;
        write_unlock();
    }
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, reader, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_create(&threads[2], 0, writer, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
