/*
 * Lock-free parallel maximum, with an error: see findmax-cas.c for the program and the property.
 *
 * Bug: a failed compare-and-swap is not repeated. Two threads show it: one raises the maximum
 * between the read and the swap of the other, whose larger element is then lost.
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
    if (e > old) atomic_compare_exchange_strong(&max, &old, e); /* BUG: not repeated if it fails */
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
