// The newest entries are read first.
#include <pthread.h>
#include <stdatomic.h>
static long log_[256];
static atomic_size_t filled;
static void *writer(void *arg)
{
    size_t at;
    while ((at = atomic_load_explicit(&filled, memory_order_relaxed)) < 256) {
        log_[at] = (long)at * 2;
        atomic_fetch_add_explicit(&filled, 1, memory_order_release);
    }
    return arg;
}
static void *reader(void *arg)
{
    size_t n = atomic_load_explicit(&filled, memory_order_acquire);
    while (n > 0) {
        n--;
        if (log_[n] < 0) return arg;
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    for (;;) pthread_create(&t, 0, reader, 0);
}
