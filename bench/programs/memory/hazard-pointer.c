/* A hazard pointer: the reader protects before it looks again, the writer unlinks before it looks for protection. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef PROTECT
#define PROTECT memory_order_seq_cst
#endif
#ifndef CLEAR
#define CLEAR memory_order_release
#endif

struct node {
    int value;
};

static struct node nodes[2];
static struct node *_Atomic head = &nodes[0];
static struct node *_Atomic hazard;

static void *reader(void *arg)
{
    for (;;) {
        struct node *node = atomic_load_explicit(&head, memory_order_relaxed);
        atomic_store_explicit(&hazard, node, PROTECT);
        if (atomic_load_explicit(&head, memory_order_seq_cst) != node) continue;
        int value = node->value;
        atomic_store_explicit(&hazard, 0, CLEAR);
        if (value < 0) return arg;
    }
}

static void *writer(void *arg)
{
    struct node *spare = &nodes[1];
    for (int value = 1; value < 100; value++) {
        spare->value = value;
        struct node *old = atomic_exchange_explicit(&head, spare, memory_order_seq_cst);
        while (atomic_load_explicit(&hazard, memory_order_seq_cst) == old)
            ;
        spare = old;
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, writer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
