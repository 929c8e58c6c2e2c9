/* Sums in a chain of 10 threads, two rounds each.
 *
 * After "Modular Verification of Concurrent Programs via Sequential Model Checking", section 7: variants of fib_bench of SV-COMP. */
#include <assert.h>
#include <pthread.h>

unsigned short x0 = 1, x1 = 1, x2 = 1, x3 = 1, x4 = 1, x5 = 1, x6 = 1, x7 = 1, x8 = 1, x9 = 1;

void *t0(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x0 += x1;
    assert(x0 <= 2047);
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
        x3 += x4;
    return 0;
}

void *t4(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x4 += x5;
    return 0;
}

void *t5(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x5 += x6;
    return 0;
}

void *t6(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x6 += x7;
    return 0;
}

void *t7(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x7 += x8;
    return 0;
}

void *t8(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x8 += x9;
    return 0;
}

void *t9(void *arg)
{
    (void)arg;
    for (int k = 0; k < 2; k++)
        x9 += 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, t0, 0);
    pthread_create(&t, 0, t1, 0);
    pthread_create(&t, 0, t2, 0);
    pthread_create(&t, 0, t3, 0);
    pthread_create(&t, 0, t4, 0);
    pthread_create(&t, 0, t5, 0);
    pthread_create(&t, 0, t6, 0);
    pthread_create(&t, 0, t7, 0);
    pthread_create(&t, 0, t8, 0);
    pthread_create(&t, 0, t9, 0);
    return 0;
}
