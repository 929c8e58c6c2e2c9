// A release store, an acquire load: the letter is there when its flag is.
#include <pthread.h>
#include <stdatomic.h>

static int letter;
static atomic_int sent;

static void *sender(void *arg)
{
    letter = 42;
    atomic_store_explicit(&sent, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, sender, 0);
    while (!atomic_load_explicit(&sent, memory_order_acquire))
        ;
    return letter - 42;
}
