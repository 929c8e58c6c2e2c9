/* Treiber's stack over a static pool: a push releases its node, who takes all nodes acquires them. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef POP
#define POP memory_order_acquire
#endif

#define NODES 16

struct node {
    int value;
    int next; /* an index plus one; 0: none */
};

static struct node nodes[NODES];
static atomic_int used, top;

static void *pusher(void *arg)
{
    int mine = atomic_load_explicit(&used, memory_order_relaxed);
    do
        if (mine == NODES) return 0;
    while (!atomic_compare_exchange_weak_explicit(&used, &mine, mine + 1, memory_order_relaxed, memory_order_relaxed));
    nodes[mine].value = 7;
    int seen = atomic_load_explicit(&top, memory_order_relaxed);
    do
        nodes[mine].next = seen;
    while (!atomic_compare_exchange_weak_explicit(&top, &seen, mine + 1, PUSH, memory_order_relaxed));
    return arg;
}

static void *taker(void *arg)
{
    int sum = 0;
    for (int i = atomic_exchange_explicit(&top, 0, POP); i; i = nodes[i - 1].next)
        sum += nodes[i - 1].value;
    return sum ? arg : 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, pusher, 0);
        pthread_create(&thread, 0, taker, 0);
    }
}
