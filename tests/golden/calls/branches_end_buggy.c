/* Branches that look as if they made no difference and do: one way never ends, one stops the thread, one waits, one
 * holds the lock a little longer. One comes to the assertion of waits, as ready is set. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, ready = 1;

void *endless(void *arg)
{
    int k = __VERIFIER_nondet_int();
    if (k > 0)
        for (;;)
            k = 1;
    else
        pthread_exit(0);
    assert(x == 5);
    return 0;
}

void *waits(void *arg)
{
    int k = __VERIFIER_nondet_int();
    if (k == 7)
        while (!ready)
            ;
    else
        pthread_mutex_lock(&m);
    assert(x == 5);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, endless, 0);
    pthread_create(&t, 0, waits, 0);
    for (;;)
        x = 6;
}
