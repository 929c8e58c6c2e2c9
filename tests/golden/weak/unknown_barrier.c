/* What a function without a body does is not known: it may be a fence. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void memory_barrier(void);

atomic_int x, y;
int a, b;

void *one(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    memory_barrier();
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

void *two(void *arg)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    memory_barrier();
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a || b);
}
