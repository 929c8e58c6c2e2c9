/* On x86 a compare-exchange that fails empties the buffer as well. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;
int a, b;

void *one(void *arg)
{
    int expected;
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    expected = 7;
    atomic_compare_exchange_strong(&z, &expected, 1);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return arg;
}

void *two(void *arg)
{
    int expected;
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    expected = 7;
    atomic_compare_exchange_strong(&z, &expected, 1);
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
