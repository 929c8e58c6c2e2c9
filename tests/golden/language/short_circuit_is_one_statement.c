#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
unsigned char x, y;
void *f(void *a)
{
    assert(x == 0 || y == 0 || y == x);
    return 0;
}
void *g(void *a)
{
    __VERIFIER_atomic_begin();
    x = 1;
    y = 1;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    x = 2;
    y = 2;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    return 0;
}
