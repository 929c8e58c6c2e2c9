// Store buffering in elements that are chosen by an index: each thread may miss what the other one stores.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[2], seen[2];
static void *w(void *arg)
{
    int i = (int)(long)arg;
    atomic_store_explicit(&x[i], 1, memory_order_release);
    atomic_store_explicit(&seen[i], 1 + atomic_load_explicit(&x[1 - i], memory_order_acquire), memory_order_release);
    return 0;
}
int main(void)
{
    pthread_t t[2];
    for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, w, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(!(atomic_load_explicit(&seen[0], memory_order_acquire) == 1 && atomic_load_explicit(&seen[1], memory_order_acquire) == 1));
}
