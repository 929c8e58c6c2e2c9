/* A mutex of three states as over a futex (free, taken, waited for): both ways of taking it acquire. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#ifndef SLOW
#define SLOW memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

enum { FREE, TAKEN, WAITED_FOR };

static atomic_int state;
static long account;

static void futex_wait(void)
{
    while (atomic_load_explicit(&state, memory_order_relaxed) == WAITED_FOR)
        sched_yield();
}

static void take(void)
{
    int seen = FREE;
    if (atomic_compare_exchange_strong_explicit(&state, &seen, TAKEN, memory_order_acquire, memory_order_relaxed))
        return;
    while (atomic_exchange_explicit(&state, WAITED_FOR, SLOW) != FREE)
        futex_wait();
}

static void give(void) { atomic_exchange_explicit(&state, FREE, GIVE); }

static void *worker(void *arg)
{
    take();
    account += 10;
    give();
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
