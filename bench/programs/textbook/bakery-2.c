/*
 * Lamport's bakery for two threads.
 *
 * Property: one thread at most is inside.
 * Safe: a thread that is choosing is waited for.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool choosing_first, choosing_second;
atomic_uint first, second;
int inside;

void *left(void *unused)
{
    choosing_first = 1;
    first = second + 1;
    choosing_first = 0;
    while (choosing_second)
        ;
    while (second != 0 && second < first)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    first = 0;
    return 0;
}

void *right(void *unused)
{
    choosing_second = 1;
    second = first + 1;
    choosing_second = 0;
    while (choosing_first)
        ;
    while (first != 0 && first <= second)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    second = 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, left, 0);
    pthread_create(&thread, 0, right, 0);
    return 0;
}
