#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
unsigned char c, n;
void __VERIFIER_atomic_inc(int k)
{
    c = c + k;
    n++;
}
void *f(void *a)
{
    __VERIFIER_atomic_inc(1);
    assert(n != 2 || c == 2);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    return 0;
}
