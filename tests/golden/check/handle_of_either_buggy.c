/* A handle that two places fill: the join waits for one of the threads only. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int x, y;

void *f(void *arg)
{
    x = 1;
    return (void *)1;
}

void *g(void *arg)
{
    y = 1;
    return (void *)2;
}

int main(void)
{
    pthread_t t;
    void *r;
    _Bool b = __VERIFIER_nondet_bool();
    if (b)
        pthread_create(&t, 0, f, 0);
    else
        pthread_create(&t, 0, g, 0);
    pthread_join(t, &r);
    assert(b ? x == 1 : x == 1);
    assert(r == (b ? (void *)1 : (void *)2));
}
