// So do elements of arrays, which are not followed.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int x[4], y[4], a, b, i;

static void *one(void *arg)
{
    x[i] = 1;
    a = y[i];
    return arg;
}

static void *two(void *arg)
{
    y[i] = 1;
    b = x[i];
    return arg;
}

int main(void)
{
    pthread_t s, t;
    i = __VERIFIER_nondet_int() & 3;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a || b);
    return 0;
}
