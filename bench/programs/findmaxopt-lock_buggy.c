/*
 * Parallel maximum with a lock, optimised, with an error: see findmaxopt-lock.c for the program and
 * the property.
 *
 * Bug: the lock is given back between the comparison and the update. Two threads show it: both
 * compare with the same maximum, the one with the larger partial maximum stores first, the other
 * overwrites it with the smaller.
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
    int old;
    pthread_mutex_lock(&mutex);
    old = max;
    pthread_mutex_unlock(&mutex); /* BUG: the maximum may be raised from here on */
    pthread_mutex_lock(&mutex);
    if (e > old) max = e;
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
