/* A data race under C11, though the accesses are never made at once: the flag is relaxed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int item;
atomic_int is_ready;

void *one(void *arg)
{
    (void)arg;
    item = 7;
    atomic_store_explicit(&is_ready, 1, memory_order_relaxed);
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    if (atomic_load_explicit(&is_ready, memory_order_relaxed)) assert(item == 7);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
