// A store between the two ends the release sequence, an exchange would not.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static int letter, parcel;

static void *sender(void *arg)
{
    letter = 1;
    atomic_store_explicit(&stage, 1, memory_order_release);
    return arg;
}

static void *carrier(void *arg)
{
    while (atomic_load_explicit(&stage, memory_order_relaxed) != 1)
        ;
    atomic_store_explicit(&stage, 2, memory_order_relaxed);
    return arg;
}

static void *receiver(void *arg)
{
    while (atomic_load_explicit(&stage, memory_order_relaxed) != 2)
        ;
    atomic_exchange_explicit(&stage, 3, memory_order_acquire);
    letter = parcel = 2;
    return arg;
}

int main(void)
{
    pthread_t thread;
    parcel = 1;
    pthread_create(&thread, 0, sender, 0);
    pthread_create(&thread, 0, carrier, 0);
    pthread_create(&thread, 0, receiver, 0);
    return 0;
}
