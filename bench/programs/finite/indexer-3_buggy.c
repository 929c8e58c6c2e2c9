/* Threads that put numbers into one hash table by compare-and-swap, going on to the next place where one is taken (the
 * indexer of Flanagan and Godefroid 2005): every number is there in the end, once.
 * Buggy: a thread looks whether a place is free, and takes it later. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 8, THREADS = 3, EACH = 2 };
static atomic_int table[SIZE];

static void *put(void *argument)
{
    int *number = argument;
    for (int m = 0; m < EACH; m++) {
        int w = *number * EACH + m + 1, h = w * 7 % 3;
        while (table[h])
            h = (h + 1) % SIZE;
        table[h] = w;
    }
    return NULL;
}

int main(void)
{
    static int number[THREADS];
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++) {
        number[i] = i;
        pthread_create(&t[i], NULL, put, &number[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    int used = 0;
    for (int i = 0; i < SIZE; i++)
        used += table[i] != 0;
    assert(used == THREADS * EACH);
}
