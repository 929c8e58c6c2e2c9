#include <pthread.h>
#include <assert.h>
#include <stdatomic.h>
unsigned char x, y;
void *f(void *a)
{
    x = 1, y = 1;
    return 0;
}
void *g(void *a)
{
    assert(x == y);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    return 0;
}
