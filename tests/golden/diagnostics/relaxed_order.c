/* A lock that is made with acquire and release is one under C11, too: nothing is assumed. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int held;
int count;

void *worker(void *arg)
{
    (void)arg;
    while (atomic_exchange_explicit(&held, 1, memory_order_acquire)) {
    }
    count++;
    assert(count == 1);
    count--;
    atomic_store_explicit(&held, 0, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, worker, 0);
    worker(0);
    return 0;
}
