/* One element is not in the other sum. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
unsigned a[5], up, down;

static void *from_first(void *arg)
{
    for (int i = 0; i < 5; i++)
        up += a[i];
    return arg;
}

static void *from_last(void *arg)
{
    for (int i = 4; i > 0; i--)
        down += a[i];
    return arg;
}

int main(void)
{
    pthread_t t, u;
    for (int i = 0; i < 5; i++)
        a[i] = __VERIFIER_nondet_int();
    pthread_create(&t, 0, from_first, 0);
    pthread_create(&u, 0, from_last, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(up == down);
    return 0;
}
