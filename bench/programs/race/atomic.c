/* Workers count in an atomic counter; main reads it at any time. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int done;

void *work(void *unused)
{
    atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, work, 0);
        if (atomic_load(&done) > 3) break;
    }
    return 0;
}
