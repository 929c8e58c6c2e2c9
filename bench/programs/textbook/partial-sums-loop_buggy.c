/*
 * Partial sums with the number of the part as argument: four threads of one function, created and joined in loops.
 *
 * Property: the sum is that of all parts.
 * Buggy: main joins the first thread only.
 */
#include <assert.h>
#include <pthread.h>

#define PARTS 4

int sums[PARTS];

void *worker(void *arg)
{
    long part = (long)arg;
    for (int i = 0; i < 3; i++)
        sums[part] += 1;
    return 0;
}

int main(void)
{
    pthread_t t[PARTS];
    int sum = 0;
    for (long i = 0; i < PARTS; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 1; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < PARTS; i++)
        sum += sums[i];
    assert(sum == 3 * PARTS);
    return 0;
}
