/* A lock that is looked at before it is taken, with a pause: the look is relaxed, the exchange acquires. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef TAKE
#define TAKE memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

static atomic_int locked;
static int balance, changes;

static void take(void)
{
    for (;;) {
        while (atomic_load_explicit(&locked, memory_order_relaxed))
            sched_yield();
        if (!atomic_exchange_explicit(&locked, 1, TAKE)) return;
    }
}

static void give(void) { atomic_store_explicit(&locked, 0, GIVE); }

static void *worker(void *arg)
{
    take();
    balance += 5;
    changes++;
    give();
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
