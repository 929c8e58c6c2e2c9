// A lock that looks before it tries: the relaxed loads hand on nothing, the exchange does.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static int count;

static void *worker(void *arg)
{
    for (int expected = 0;; expected = 0) {
        while (atomic_load_explicit(&lock, memory_order_relaxed))
            ;
        if (atomic_compare_exchange_weak_explicit(&lock, &expected, 1, memory_order_acquire, memory_order_relaxed)) break;
    }
    count++;
    atomic_store_explicit(&lock, 0, memory_order_release);
    return arg;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
    }
}
