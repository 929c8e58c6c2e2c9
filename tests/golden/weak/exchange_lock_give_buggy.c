// The lock is given back with a relaxed store.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int count;

static void *worker(void *arg)
{
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire))
        ;
    count++;
    atomic_store_explicit(&lock, 0, memory_order_relaxed);
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
    }
}
