/*
 * Partial sums: four threads add up two elements each, main joins them and adds up the four results.
 *
 * Property: the sum is that of all elements.
 * Buggy: main does not wait for the last thread.
 */
#include <assert.h>
#include <pthread.h>

int elements[8] = {1, 2, 3, 4, 5, 6, 7, 8};
int sums[4];

static void add(int part)
{
    sums[part] = elements[2 * part] + elements[2 * part + 1];
}

void *first(void *unused)
{
    add(0);
    return 0;
}

void *second(void *unused)
{
    add(1);
    return 0;
}

void *third(void *unused)
{
    add(2);
    return 0;
}

void *fourth(void *unused)
{
    add(3);
    return 0;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_create(&t[2], 0, third, 0);
    pthread_create(&t[3], 0, fourth, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    pthread_join(t[2], 0);
    assert(sums[0] + sums[1] + sums[2] + sums[3] == 36);
    return 0;
}
