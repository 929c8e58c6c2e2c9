/* A test-and-set lock: who takes it acquires what the last holder released. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef TAKE
#define TAKE memory_order_acquire
#endif
#ifndef GIVE
#define GIVE memory_order_release
#endif

static atomic_flag lock = ATOMIC_FLAG_INIT;
static unsigned counter;

static void take(void)
{
    while (atomic_flag_test_and_set_explicit(&lock, TAKE))
        ;
}

static void give(void) { atomic_flag_clear_explicit(&lock, GIVE); }

static void *worker(void *arg)
{
    take();
    counter++;
    give();
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
