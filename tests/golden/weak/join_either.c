// One handle, which one of two threads fills, and which is filled again in a loop: who joins comes after that thread.
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

static atomic_int ready;
static int data;

static void *fills(void *arg)
{
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}

static void *clears(void *arg)
{
    data = 0;
    return arg;
}

static void *looks(void *arg)
{
    return atomic_load_explicit(&ready, memory_order_acquire) && data ? arg : 0;
}

int main(void)
{
    pthread_t thread;
    if (__VERIFIER_nondet_int())
        pthread_create(&thread, 0, fills, 0);
    else
        pthread_create(&thread, 0, clears, 0);
    pthread_join(thread, 0);
    for (int i = 0; i < 3; i++) {
        data = i;
        pthread_create(&thread, 0, looks, 0);
        pthread_join(thread, 0);
    }
    return 0;
}
