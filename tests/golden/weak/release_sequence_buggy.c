// Another thread's store ends the release sequence.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int letter;

static void *sender(void *arg)
{
    letter = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return arg;
}

static void *between(void *arg)
{
    while (atomic_load_explicit(&flag, memory_order_relaxed) != 1)
        ;
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return arg;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, sender, 0);
    pthread_create(&t, 0, between, 0);
    while (atomic_load_explicit(&flag, memory_order_acquire) != 2)
        ;
    return letter;
}
