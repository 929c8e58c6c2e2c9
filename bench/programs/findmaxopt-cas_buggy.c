/*
 * Lock-free parallel maximum, optimised, with an error: see findmaxopt-cas.c for the program and
 * the property.
 *
 * Bug: the last element of the chunk is reported instead of the partial maximum. One thread shows
 * it.
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SIZE = 6, CHUNK = 2 };

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int storage[SIZE];
_Atomic int max = INT_MIN;

static void raise_max(int e)
{
    int old = max;
    while (e > old && !atomic_compare_exchange_strong(&max, &old, e))
        ;
}

void *worker(void *arg)
{
    unsigned offset = __VERIFIER_nondet_uint();
    int e, partial = INT_MIN;
    (void)arg;
    __VERIFIER_assume(offset < SIZE && offset % CHUNK == 0);
    for (unsigned i = offset; i < offset + CHUNK; i++) {
        e = storage[i];
        if (e > partial) partial = e;
    }
    raise_max(e); /* BUG: should be partial */
    assert(partial <= max);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (unsigned i = 0; i < SIZE; i++)
        storage[i] = __VERIFIER_nondet_int();
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
