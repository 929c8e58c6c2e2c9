/*
 * A read-write lock in one word: the number of readers, or -1 for a writer. Any number of threads.
 *
 * Property: a reader never sees what a writer has half written.
 * Safe: a writer swaps 0 for -1, a reader a number that is not negative for the next one.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int state;
int first, second;

void *reader(void *unused)
{
    int seen = state;
    if (seen < 0 || seen >= 1000000 || !atomic_compare_exchange_strong(&state, &seen, seen + 1)) return 0;
    assert(first == second);
    atomic_fetch_sub(&state, 1);
    return 0;
}

void *writer(void *unused)
{
    int seen = 0;
    if (!atomic_compare_exchange_strong(&state, &seen, -1)) return 0;
    first = !first;
    second = first;
    state = 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, reader, 0);
        pthread_create(&thread, 0, writer, 0);
    }
}
