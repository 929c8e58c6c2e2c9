/* Michael and Scott's queue of two producers and a consumer: the link to a node releases what is in it. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef LINK
#define LINK memory_order_release
#endif
#ifndef NEXT
#define NEXT memory_order_acquire
#endif

struct node {
    int value;
    struct node *_Atomic next;
};

static struct node nodes[3];
static struct node *_Atomic head = &nodes[2];
static struct node *_Atomic tail = &nodes[2];

static void enqueue(struct node *node)
{
    for (;;) {
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
        if (next)
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
        else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, LINK, memory_order_relaxed)) {
            atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release, memory_order_relaxed);
            return;
        }
    }
}

static struct node *dequeue(void)
{
    for (;;) {
        struct node *first = atomic_load_explicit(&head, memory_order_acquire);
        struct node *next = atomic_load_explicit(&first->next, NEXT);
        if (!next) return 0;
        if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_acq_rel, memory_order_relaxed))
            return next;
    }
}

static void *producer(void *arg)
{
    struct node *node = arg;
    node->value = 1;
    enqueue(node);
    return 0;
}

static void *consumer(void *arg)
{
    for (int sum = 0; sum < 2;) {
        struct node *node = dequeue();
        if (node) sum += node->value;
    }
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, producer, &nodes[0]);
    pthread_create(&threads[1], 0, producer, &nodes[1]);
    pthread_create(&threads[2], 0, consumer, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
