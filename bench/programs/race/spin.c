/* A lock made of compare-and-swap. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int lock;
int counter;

static void acquire(void)
{
    int expected = 0;
    while (!atomic_compare_exchange_weak(&lock, &expected, 1))
        expected = 0;
}

static void release(void) { atomic_store(&lock, 0); }

void *count(void *unused)
{
    while (1) {
        acquire();
        counter++;
        release();
    }
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, count, 0);
}
