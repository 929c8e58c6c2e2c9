#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
unsigned char x;
void same(int v)
{
    assert(v == x);
}
void *f(void *a)
{
    same(x);
    return 0;
}
void *g(void *a)
{
    x = 1;
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    return 0;
}
