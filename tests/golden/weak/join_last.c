// A handle that is filled twice is joined once: after the second thread, and by that after the first one has written.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int data;

static void *first(void *arg)
{
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return arg;
}

static void *second(void *arg)
{
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_create(&thread, 0, second, 0);
    pthread_join(thread, 0);
    return data;
}
