#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
atomic_uchar c, n;
void *f(void *a)
{
    c = c + 1;
    if (atomic_fetch_add(&n, 1) == 1)
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
