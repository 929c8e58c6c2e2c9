/* On 32 bits 8 bytes are read and written in two halves, in either order. */
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
    unsigned long long seen = x;
    assert(seen == 0 || seen == 0xffffffffffffffff);
    return 0;
}
