/* A handle that any number of threads have filled, some of which may still run: not told apart. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int x[100];

void *f(void *arg)
{
    x[(long)arg] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    int n = 0;
    while (n < 99 && __VERIFIER_nondet_bool()) {
        pthread_create(&t, 0, f, (void *)(long)n);
        n++;
    }
    if (n > 0) {
        pthread_join(t, 0);
        assert(x[n - 1] == 1);
    }
}
