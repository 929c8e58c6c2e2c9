/* An MCS lock: each waits at a node of its own; the lock is released through the successor's node, or the tail. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef HAND
#define HAND memory_order_release
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

struct node {
    struct node *_Atomic next;
    atomic_bool waits;
};

static struct node *_Atomic tail;
static int counter;

static void take(struct node *me)
{
    atomic_store_explicit(&me->next, 0, memory_order_relaxed);
    atomic_store_explicit(&me->waits, 1, memory_order_relaxed);
    struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
    if (!before) return;
    atomic_store_explicit(&before->next, me, memory_order_release);
    while (atomic_load_explicit(&me->waits, memory_order_acquire))
        ;
}

static void give(struct node *me)
{
    struct node *after = atomic_load_explicit(&me->next, memory_order_acquire), *last = me;
    if (!after) {
        if (atomic_compare_exchange_strong_explicit(&tail, &last, 0, LEAVE, memory_order_relaxed)) return;
        while (!(after = atomic_load_explicit(&me->next, memory_order_acquire)))
            ;
    }
    atomic_store_explicit(&after->waits, 0, HAND);
}

static void *worker(void *arg)
{
    struct node me;
    take(&me);
    counter++;
    give(&me);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
