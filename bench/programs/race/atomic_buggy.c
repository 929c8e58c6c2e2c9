/* Workers count in an atomic counter; main reads the counter without an atomic access. */
#include <pthread.h>

int done;

void *work(void *unused)
{
    __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, work, 0);
        if (done > 3) break;
    }
    return 0;
}
