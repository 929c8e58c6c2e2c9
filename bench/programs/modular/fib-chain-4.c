/* Sums in a chain of 4 threads, two rounds each.
 *
 * After "Modular Verification of Concurrent Programs via Sequential Model Checking", section 7: variants of fib_bench of SV-COMP. */
#include <assert.h>
#include <pthread.h>

unsigned char x0 = 1, x1 = 1, x2 = 1, x3 = 1;

void *t0(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x0 += x1;
    assert(x0 <= 31);
    return 0;
}

void *t1(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x1 += x2;
    return 0;
}

void *t2(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x2 += x3;
    return 0;
}

void *t3(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x3 += 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, t0, 0);
    pthread_create(&t, 0, t1, 0);
    pthread_create(&t, 0, t2, 0);
    pthread_create(&t, 0, t3, 0);
    return 0;
}
