/* Lamport's bakery for two: numbers are seen by who looks later, so their stores are sequentially consistent. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef NUMBER
#define NUMBER memory_order_seq_cst
#endif
#ifndef LEAVE
#define LEAVE memory_order_seq_cst
#endif

static atomic_int choosing_0, choosing_1, number_0, number_1;
static int data;

static void *thread_0(void *arg)
{
    atomic_store(&choosing_0, 1);
    int mine = atomic_load(&number_1) + 1, other;
    atomic_store_explicit(&number_0, mine, NUMBER);
    atomic_store(&choosing_0, 0);
    while (atomic_load(&choosing_1))
        ;
    while ((other = atomic_load(&number_1)) != 0 && other < mine)
        ;
    data++;
    atomic_store_explicit(&number_0, 0, LEAVE);
    return arg;
}

static void *thread_1(void *arg)
{
    atomic_store(&choosing_1, 1);
    int mine = atomic_load(&number_0) + 1, other;
    atomic_store_explicit(&number_1, mine, NUMBER);
    atomic_store(&choosing_1, 0);
    while (atomic_load(&choosing_0))
        ;
    while ((other = atomic_load(&number_0)) != 0 && other <= mine)
        ;
    data++;
    atomic_store_explicit(&number_1, 0, LEAVE);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread_0, 0);
    pthread_create(&b, 0, thread_1, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return data;
}
