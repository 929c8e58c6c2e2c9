/* Acquire and release are enough for a lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag held = ATOMIC_FLAG_INIT;
int count;

static void work(void)
{
    while (atomic_flag_test_and_set_explicit(&held, memory_order_acquire)) {
    }
    count++;
    atomic_flag_clear_explicit(&held, memory_order_release);
}

void *one(void *arg)
{
    (void)arg;
    work();
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    work();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
