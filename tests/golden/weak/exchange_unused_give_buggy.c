// A lock that is given back by an exchange which is relaxed: its holders are not ordered.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int value;

static void *worker(void *arg)
{
    while (atomic_exchange_explicit(&locked, 1, memory_order_acquire))
        ;
    value++;
    atomic_exchange_explicit(&locked, 0, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
