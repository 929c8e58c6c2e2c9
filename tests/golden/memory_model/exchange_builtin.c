/* The same by the builtin, with an order for failure that is weaker. */
#include <assert.h>
#include <pthread.h>

int held, count;

static void work(void)
{
    int expected = 0;
    while (!__atomic_compare_exchange_n(&held, &expected, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE))
        expected = 0;
    count++;
    __atomic_store_n(&held, 0, __ATOMIC_SEQ_CST);
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
