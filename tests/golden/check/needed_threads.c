/* The number of threads in the verdict is the least bound that admits the counterexample. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int z;

void *dec(void *arg)
{
    --z;
    assert(z > 0);
    return arg;
}

void *set(void *arg)
{
    z = 3;
    return arg;
}

int main(void)
{
    pthread_t t;
    assert(rand() >= 0);
    pthread_create(&t, 0, set, 0);
    for (;;) pthread_create(&t, 0, dec, 0);
}
