/* The builtins have the orders that they say. */
#include <assert.h>
#include <pthread.h>

int first, second;
int seen_one, seen_two;

void *one(void *arg)
{
    (void)arg;
    __atomic_store_n(&first, 1, __ATOMIC_RELEASE);
    seen_one = __atomic_load_n(&second, __ATOMIC_SEQ_CST);
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    __atomic_store_n(&second, 1, __ATOMIC_RELEASE);
    seen_two = __atomic_load_n(&first, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen_one || seen_two);
    return 0;
}
