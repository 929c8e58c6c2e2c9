/* Longest increasing subsequence of 6 elements: each thread computes the length that ends at its element.
 *
 * After "Modular Verification of Concurrent Programs via Sequential Model Checking", section 7: it depends on the results of the elements before. */
#include <assert.h>
#include <pthread.h>

extern unsigned char x0, x1, x2, x3, x4, x5;
unsigned char length0, length1, length2, length3, length4, length5;

void *element0(void *arg)
{
    (void)arg;
    unsigned char best = 0;
    length0 = best + 1;
    return 0;
}

void *element1(void *arg)
{
    (void)arg;
    unsigned char best = 0;
    while (!(length0 != 0)) {
    }
    if (x0 < x1 && length0 > best)
        best = length0;
    length1 = best + 1;
    return 0;
}

void *element2(void *arg)
{
    (void)arg;
    unsigned char best = 0;
    while (!(length0 != 0)) {
    }
    if (x0 < x2 && length0 > best)
        best = length0;
    while (!(length1 != 0)) {
    }
    if (x1 < x2 && length1 > best)
        best = length1;
    length2 = best + 1;
    return 0;
}

void *element3(void *arg)
{
    (void)arg;
    unsigned char best = 0;
    while (!(length0 != 0)) {
    }
    if (x0 < x3 && length0 > best)
        best = length0;
    while (!(length1 != 0)) {
    }
    if (x1 < x3 && length1 > best)
        best = length1;
    while (!(length2 != 0)) {
    }
    if (x2 < x3 && length2 > best)
        best = length2;
    length3 = best + 1;
    return 0;
}

void *element4(void *arg)
{
    (void)arg;
    unsigned char best = 0;
    while (!(length0 != 0)) {
    }
    if (x0 < x4 && length0 > best)
        best = length0;
    while (!(length1 != 0)) {
    }
    if (x1 < x4 && length1 > best)
        best = length1;
    while (!(length2 != 0)) {
    }
    if (x2 < x4 && length2 > best)
        best = length2;
    while (!(length3 != 0)) {
    }
    if (x3 < x4 && length3 > best)
        best = length3;
    length4 = best + 1;
    return 0;
}

void *element5(void *arg)
{
    (void)arg;
    unsigned char best = 0;
    while (!(length0 != 0)) {
    }
    if (x0 < x5 && length0 > best)
        best = length0;
    while (!(length1 != 0)) {
    }
    if (x1 < x5 && length1 > best)
        best = length1;
    while (!(length2 != 0)) {
    }
    if (x2 < x5 && length2 > best)
        best = length2;
    while (!(length3 != 0)) {
    }
    if (x3 < x5 && length3 > best)
        best = length3;
    while (!(length4 != 0)) {
    }
    if (x4 < x5 && length4 > best)
        best = length4;
    length5 = best + 1;
    assert(length5 <= 5);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, element0, 0);
    pthread_create(&t, 0, element1, 0);
    pthread_create(&t, 0, element2, 0);
    pthread_create(&t, 0, element3, 0);
    pthread_create(&t, 0, element4, 0);
    pthread_create(&t, 0, element5, 0);
    return 0;
}
