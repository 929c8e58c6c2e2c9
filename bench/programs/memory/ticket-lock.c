/* A ticket lock: tickets are drawn relaxed; waiting acquires what calling the next number released. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef WAIT
#define WAIT memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

#define LAST 1000000 /* tickets end here */

static atomic_uint next_ticket, now_serving;
static unsigned visits;

static unsigned draw(void)
{
    unsigned mine = atomic_load_explicit(&next_ticket, memory_order_relaxed);
    do
        if (mine == LAST) return LAST;
    while (!atomic_compare_exchange_weak_explicit(&next_ticket, &mine, mine + 1, memory_order_relaxed,
                                                  memory_order_relaxed));
    return mine;
}

static void *visitor(void *arg)
{
    unsigned mine = draw();
    if (mine == LAST) return 0;
    while (atomic_load_explicit(&now_serving, WAIT) != mine)
        ;
    visits++;
    atomic_store_explicit(&now_serving, mine + 1, GIVE);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, visitor, 0);
}
