/* A load whose value nobody looks at, and which orders what follows all the same. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int letter, sent;

void *sender(void *unused)
{
    atomic_store_explicit(&letter, 42, memory_order_relaxed);
    atomic_store_explicit(&sent, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    while (!atomic_load_explicit(&sent, memory_order_relaxed)) { }
    (void)atomic_load_explicit(&sent, memory_order_acquire);
    assert(atomic_load_explicit(&letter, memory_order_relaxed) == 42);
}
