/*
 * Lock-free parallel maximum, optimised: any number of threads search chunks of an array; each
 * computes the maximum of its chunk by itself and raises the common maximum only once, by
 * compare-and-swap.
 *
 * Benchmark FindMaxOpt (cas-based) of SAPA and 12/MAXOPT-C of SYMMPA; a parallel reduction as in
 * Allen and Kennedy, Optimizing Compilers for Modern Architectures.
 *
 * Property: a thread that has reported its partial maximum finds the maximum not below it.
 * Safe: a swap succeeds only if the maximum still has the value that the partial maximum exceeds,
 * so the maximum only grows; the loop ends when the swap succeeded or the maximum is large enough.
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
    raise_max(partial);
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
