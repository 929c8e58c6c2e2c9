/*
 * Lock-free parallel maximum: any number of threads search chunks of an array; every element is
 * compared with the common maximum, which is raised by compare-and-swap.
 *
 * Benchmark FindMax (cas-based) of SAPA and 10/MAXSIMP-C of SYMMPA; a parallel reduction as in
 * Allen and Kennedy, Optimizing Compilers for Modern Architectures.
 *
 * Property: a thread that has dealt with an element finds the maximum not below it.
 * Safe: a swap succeeds only if the maximum still has the value that the element exceeds, so the
 * maximum only grows; the loop ends when the swap succeeded or the maximum was seen large enough.
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
    (void)arg;
    __VERIFIER_assume(offset < SIZE && offset % CHUNK == 0);
    for (unsigned i = offset; i < offset + CHUNK; i++) {
        int e = storage[i];
        raise_max(e);
        assert(e <= max);
    }
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
