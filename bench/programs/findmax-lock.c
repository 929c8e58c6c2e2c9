/*
 * Parallel maximum with a lock: any number of threads search chunks of an array; every element is
 * compared with the common maximum under the lock.
 *
 * Benchmark FindMax (lock-based) of SAPA and 9/MAXSIMP-L of SYMMPA; a parallel reduction as in
 * Allen and Kennedy, Optimizing Compilers for Modern Architectures.
 *
 * Property: a thread that has dealt with an element finds the maximum not below it.
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
