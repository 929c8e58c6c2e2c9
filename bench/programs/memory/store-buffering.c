/* Two sides announce themselves and look for each other: all is sequentially consistent, so one sees the other. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef STORE
#define STORE memory_order_seq_cst
#endif
#ifndef LOAD
#define LOAD memory_order_seq_cst
#endif

static atomic_bool left_is_here, right_is_here;
static int left_saw, right_saw;

static void *left(void *arg)
{
    atomic_store_explicit(&left_is_here, 1, STORE);
    left_saw = atomic_load_explicit(&right_is_here, memory_order_seq_cst);
    return arg;
}

static void *right(void *arg)
{
    atomic_store_explicit(&right_is_here, 1, memory_order_seq_cst);
    right_saw = atomic_load_explicit(&left_is_here, LOAD);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(left_saw || right_saw);
    return 0;
}
