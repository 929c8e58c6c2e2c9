/* A value that && decides comes from what its operands read, though no operand flows into it. */
#include <assert.h>
#include <pthread.h>

int a, b, noise[4], result;

void *f(void *arg)
{
    a = 1;
    for (int i = 0; i < 4; i++)
        noise[i] = i;
    b = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    for (int i = 0; i < 4; i++)
        noise[i] = i;
    for (int i = 0; i < 4; i++)
        noise[i] = i;
    result = a == 1 && b == 1;
    assert(!result);
}
