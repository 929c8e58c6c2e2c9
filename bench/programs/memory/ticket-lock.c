/* A ticket lock: tickets are drawn relaxed; waiting acquires what calling the next number released. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef WAIT
#define WAIT memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

static atomic_uint next_ticket, now_serving;
static unsigned visits;

static void take(void)
{
    unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
    while (atomic_load_explicit(&now_serving, WAIT) != mine)
        ;
}

static void give(void)
{
    unsigned served = atomic_load_explicit(&now_serving, memory_order_relaxed);
    atomic_store_explicit(&now_serving, served + 1, GIVE);
}

static void *visitor(void *arg)
{
    take();
    visits++;
    give();
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, visitor, 0);
}
