/*
 * Parallel maximum with a lock, with an error: see findmax-lock.c for the program and the property.
 *
 * Bug: the comparison is made before taking the lock, to save it for small elements, and is not
 * repeated. Two threads show it: both compare with the same maximum, the one with the larger
 * element stores first, the other overwrites it with the smaller.
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
    if (e > max) { /* BUG: not yet protected by the lock, and not repeated */
        pthread_mutex_lock(&mutex);
        max = e;
        pthread_mutex_unlock(&mutex);
    }
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
