/* The loop that starts threads may end early; the other one waits for all but the last one. */
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

int x[4];

void *set(void *arg)
{
    x[(long)arg] = 1;
    return 0;
}

int main(void)
{
    pthread_t t[4];
    int n;
    for (n = 0; n < 4; n++) {
        if (__VERIFIER_nondet_bool()) break;
        pthread_create(&t[n], 0, set, (void *)(long)n);
    }
    for (int i = 0; i < 4; i++) {
        if (i >= n - 1) break;
        pthread_join(t[i], 0);
        assert(x[i] == 1);
    }
    if (n < 4) assert(n == 0 || x[n - 1] == 1);
    return 0;
}
