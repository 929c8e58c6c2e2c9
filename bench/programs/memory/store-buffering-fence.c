/* Two sides announce themselves and look for each other: a fence between the two on each side, so one sees the
 * other. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef FIRST
#define FIRST memory_order_seq_cst
#endif
#ifndef SECOND
#define SECOND memory_order_seq_cst
#endif

static atomic_int first_is_in, second_is_in;
static int tally;

static void *first(void *arg)
{
    atomic_store_explicit(&first_is_in, 1, memory_order_relaxed);
    atomic_thread_fence(FIRST);
    if (!atomic_load_explicit(&second_is_in, memory_order_relaxed)) tally++;
    return arg;
}

static void *second(void *arg)
{
    atomic_store_explicit(&second_is_in, 1, memory_order_relaxed);
    atomic_thread_fence(SECOND);
    if (!atomic_load_explicit(&first_is_in, memory_order_relaxed)) tally++;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return tally;
}
