/* A plain read on 32 bits is two steps, although the write beside it is atomic. */
#include <assert.h>
#include <pthread.h>

unsigned long long x;

void *writer(void *arg)
{
    __sync_fetch_and_add(&x, 0x100000001);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    unsigned long long seen = x;
    assert(seen == 0 || seen == 0x100000001);
    return 0;
}
