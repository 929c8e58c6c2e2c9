// What the assertion reads is what was written before the flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int letter, sent;

static void *sender(void *arg)
{
    atomic_store_explicit(&letter, 42, memory_order_relaxed);
    atomic_store_explicit(&sent, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    if (atomic_load_explicit(&sent, memory_order_acquire))
        assert(atomic_load_explicit(&letter, memory_order_relaxed) == 42);
    return 0;
}
