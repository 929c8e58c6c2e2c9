/* The order of an exchange that fails counts, too; here it makes no difference. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int held;
int count;

static void work(void)
{
    int expected = 0;
    while (!atomic_compare_exchange_strong_explicit(&held, &expected, 1, memory_order_seq_cst,
                                                    memory_order_relaxed))
        expected = 0;
    count++;
    held = 0;
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
