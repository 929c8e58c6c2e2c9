/* A thread that waits for the thread it has started, and hands its result on. */
#include <assert.h>
#include <pthread.h>

int x;

void *inner(void *arg)
{
    x = 1;
    return arg;
}

void *outer(void *arg)
{
    pthread_t t;
    void *result;
    pthread_create(&t, 0, inner, arg);
    pthread_join(t, &result);
    assert(x == 1);
    return result;
}

int main(void)
{
    pthread_t t;
    void *result;
    pthread_create(&t, 0, outer, (void *)5);
    pthread_join(t, &result);
    assert(x == 1);
    assert(result == (void *)5);
    return 0;
}
