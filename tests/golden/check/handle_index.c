/* Which handle is filled is known only at run time. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int x, y;

void *set_x(void *arg)
{
    x = 1;
    return arg;
}

void *set_y(void *arg)
{
    y = 1;
    return arg;
}

int main(void)
{
    pthread_t t[2];
    int k = __VERIFIER_nondet_bool();
    pthread_create(&t[k], 0, set_x, 0);
    pthread_create(&t[1 - k], 0, set_y, 0);
    pthread_join(t[k], 0);
    assert(x == 1);
    pthread_join(t[1 - k], 0);
    assert(y == 1);
    return 0;
}
