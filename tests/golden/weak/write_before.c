/* Two threads that write two words the other way round: each word may keep what its first writer wrote. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    return unused;
}

void *two(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    int a = atomic_load_explicit(&x, memory_order_relaxed), b = atomic_load_explicit(&y, memory_order_relaxed);
    assert(!(a == 1 && b == 1));
}
