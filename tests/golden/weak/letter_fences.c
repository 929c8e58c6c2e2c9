// Fences on both sides do as well.
#include <pthread.h>
#include <stdatomic.h>

static int letter;
static atomic_int sent;

static void *sender(void *arg)
{
    letter = 42;
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&sent, 1, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    while (!atomic_load_explicit(&sent, memory_order_relaxed))
        ;
    atomic_thread_fence(memory_order_acquire);
    return letter - 42;
}
