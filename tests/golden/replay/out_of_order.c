// The same where nobody asks for a memory model: it holds for interleavings.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *one(void *arg)
{
    atomic_store_explicit(&x, 1, memory_order_release);
    a = atomic_load_explicit(&y, memory_order_acquire);
    return arg;
}

static void *two(void *arg)
{
    atomic_store_explicit(&y, 1, memory_order_release);
    b = atomic_load_explicit(&x, memory_order_acquire);
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
    return 0;
}
