/* C11 atomics of any order. */
#include <stdatomic.h>
#include <pthread.h>

_Atomic int x;

void *worker(void *p)
{
    (void)p;
    atomic_fetch_add(&x, 1);
    x++;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    int old = 2;
    atomic_compare_exchange_strong(&x, &old, 5);
    pthread_join(thread, 0);
    return 0;
}
