#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
unsigned char c, n;
void *f(void *a)
{
    __sync_fetch_and_add(&c, 1);
    if (__sync_add_and_fetch(&n, 1) == 2)
        assert(c == 2);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    return 0;
}
