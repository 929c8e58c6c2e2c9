// Two arrays of a length that is not known: both are as large as an object can be, and only addresses that are computed
// and kept would have to be near their starts. The model does not end where they are allocated.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int *a, *b, n, r1, r2;

static void *one(void *arg)
{
    int i = 0;
    while (i < n && a[i] == b[i])
        i++;
    r1 = i;
    return arg;
}

static void *two(void *arg)
{
    int i = 0;
    while (i < n && b[i] == a[i])
        i++;
    r2 = i;
    return arg;
}

int main(void)
{
    pthread_t t, u;
    n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    a = malloc(sizeof(int) * (size_t)n);
    b = malloc(sizeof(int) * (size_t)n);
    if (!a || !b) return 0;
    for (int i = 0; i < n; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(r1 == r2);
}
