#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_uchar c;
void *f(void *a)
{
    unsigned char e = 0;
    if (atomic_compare_exchange_weak(&c, &e, 1)) {
        assert(c == 1);
        assert(e == 0);
        c = 0;
    } else
        assert(e == 0);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    return 0;
}
