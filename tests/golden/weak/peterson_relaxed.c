/* Peterson's lock with release and acquire: both may be inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants_first, wants_second, turn, inside;

void *first(void *unused)
{
    atomic_store_explicit(&wants_first, 1, memory_order_release);
    atomic_store_explicit(&turn, 2, memory_order_release);
    while (atomic_load_explicit(&wants_second, memory_order_acquire) &&
           atomic_load_explicit(&turn, memory_order_acquire) == 2) { }
    assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
    atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
    atomic_store_explicit(&wants_first, 0, memory_order_release);
    return unused;
}

void *second(void *unused)
{
    atomic_store_explicit(&wants_second, 1, memory_order_release);
    atomic_store_explicit(&turn, 1, memory_order_release);
    while (atomic_load_explicit(&wants_first, memory_order_acquire) &&
           atomic_load_explicit(&turn, memory_order_acquire) == 1) { }
    assert(atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed) == 0);
    atomic_fetch_sub_explicit(&inside, 1, memory_order_relaxed);
    atomic_store_explicit(&wants_second, 0, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, first, 0);
    pthread_create(&t, 0, second, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
}
