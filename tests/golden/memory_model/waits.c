/* A thread that waits for a flag reads it all the while. */
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);
int item, is_ready;

void *one(void *arg)
{
    (void)arg;
    item = 7;
    is_ready = 1;
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    __VERIFIER_assume(is_ready == 1);
    assert(item == 7);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
