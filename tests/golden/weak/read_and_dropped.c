// A read orders although nobody uses its value: who counts down last has seen what the others did.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count = 2;
static int value;

static void *user(void *arg)
{
    value = 1;
    atomic_fetch_sub_explicit(&count, 1, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, user, 0);
    if (atomic_fetch_sub_explicit(&count, 1, memory_order_release) == 1) {
        (void)atomic_load_explicit(&count, memory_order_acquire);
        value = 0;
    }
    return 0;
}
