/* The halves of 8 bytes may be written in either order: the high one may be there before the low one. */
#include <assert.h>
#include <pthread.h>

unsigned long long x;

void *writer(void *arg)
{
    x = 0xffffffffffffffff;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    unsigned high = x >> 32, low = x;
    assert(high == 0 || low != 0);
    return 0;
}
