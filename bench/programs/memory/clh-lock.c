/* A CLH lock of two threads: each waits at the node of who came before, which that one releases. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef WAIT
#define WAIT memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

struct node {
    atomic_bool is_busy;
};

static struct node nodes[3];
static struct node *_Atomic tail = &nodes[2];
static int total;

static void *worker(void *arg)
{
    struct node *mine = arg;
    for (int i = 0; i < 2; i++) {
        atomic_store_explicit(&mine->is_busy, true, memory_order_relaxed);
        struct node *before = atomic_exchange_explicit(&tail, mine, memory_order_acq_rel);
        while (atomic_load_explicit(&before->is_busy, WAIT))
            ;
        total++;
        atomic_store_explicit(&mine->is_busy, false, GIVE);
        mine = before;
    }
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, &nodes[0]);
    pthread_create(&second, 0, worker, &nodes[1]);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return total;
}
