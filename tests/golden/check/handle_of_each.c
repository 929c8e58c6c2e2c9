/* Each of several threads has a handle of its own: not told apart. */
#include <assert.h>
#include <pthread.h>

int x;
_Atomic int c;

void *f(void *arg)
{
    x = 1;
    return 0;
}

void *own(void *arg)
{
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, own, 0);
    pthread_create(&b, 0, own, 0);
}
