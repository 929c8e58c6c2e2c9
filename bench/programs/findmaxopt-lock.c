/*
 * Parallel maximum with a lock, optimised: any number of threads search chunks of an array; each
 * computes the maximum of its chunk by itself and takes the lock only once.
 *
 * Benchmark FindMaxOpt (lock-based) of SAPA and 11/MAXOPT-L of SYMMPA; a parallel reduction as in
 * Allen and Kennedy, Optimizing Compilers for Modern Architectures.
 *
 * Property: a thread that has reported its partial maximum finds the maximum not below it.
 * Safe: comparison and update are under one lock, so the maximum only grows.
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

enum { SIZE = 6, CHUNK = 2 };

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

int storage[SIZE];
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int max = INT_MIN;

static void raise_max(int e)
{
    pthread_mutex_lock(&mutex);
    if (e > max) max = e;
    pthread_mutex_unlock(&mutex);
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
