/* The sum is right, whatever the order: one location, whose writes all threads see in one order. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void work(void)
{
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}

void *one(void *arg)
{
    (void)arg;
    work();
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    work();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
