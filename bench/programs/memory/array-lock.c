/* Anderson's lock: each waits at its own place of a ring, which the thread before it releases. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef WAIT
#define WAIT memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

#define THREADS 3

static atomic_int may_enter[THREADS] = {1};
static atomic_uint last;
static int shared_data;

static unsigned take(void)
{
    unsigned place = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) % THREADS;
    while (!atomic_load_explicit(&may_enter[place], WAIT))
        ;
    atomic_store_explicit(&may_enter[place], 0, memory_order_relaxed);
    return place;
}

static void give(unsigned place) { atomic_store_explicit(&may_enter[(place + 1) % THREADS], 1, GIVE); }

static void *worker(void *arg)
{
    unsigned place = take();
    shared_data++;
    give(place);
    return arg;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
