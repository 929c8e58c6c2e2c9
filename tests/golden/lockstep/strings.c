/* Two threads look for the first difference of the same arrays. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int a[64], b[64], n, r1, r2;

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
    for (int i = 0; i < 64; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    if (n > 64) return 0;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(r1 == r2);
    return 0;
}
