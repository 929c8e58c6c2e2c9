// Readers look at the newest entry of a log only.
#include <pthread.h>
#include <stdatomic.h>
static int entries[1000];
static atomic_int length;
static void *writer(void *arg)
{
    int n = 0;
    while (n < 1000) {
        entries[n] = n;
        n++;
        atomic_store_explicit(&length, n, memory_order_release);
    }
    return arg;
}
static void *reader(void *arg)
{
    for (;;) {
        int n = atomic_load_explicit(&length, memory_order_acquire);
        if (n > 0 && entries[n - 1] < 0) return arg;
    }
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    for (;;) pthread_create(&t, 0, reader, 0);
}
