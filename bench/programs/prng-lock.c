/*
 * Pseudo-random number generator with a lock: any number of threads draw numbers; each drawing
 * replaces the seed.
 *
 * Benchmark Prng (lock-based) of SAPA and 7/PRNG-L of SYMMPA; after the thread-safe generator of
 * Goetz et al., Java Concurrency in Practice.
 *
 * Property: a monitoring thread, which does not take the lock, never sees the seed 0 (from which
 * the generator could not get away).
 * Safe: the seed is set before the threads start, and only ever to values other than 0.
 */
#include <assert.h>
#include <pthread.h>

enum { LIMIT = 6 };

extern unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned seed;

/* One step of the generator: something other than 0, the fixed point, and than the old value. */
static unsigned next_value(unsigned old)
{
    unsigned result;
    do
        result = __VERIFIER_nondet_uint();
    while (result == 0 || result == old);
    return result;
}

static unsigned next_int(void)
{
    unsigned result;
    pthread_mutex_lock(&mutex);
    result = next_value(seed);
    seed = result;
    pthread_mutex_unlock(&mutex);
    return result % LIMIT;
}

void *generator(void *arg)
{
    (void)arg;
    for (;;)
        next_int();
}

void *monitor(void *arg)
{
    (void)arg;
    for (;;)
        assert(seed != 0);
}

int main(void)
{
    pthread_t thread;
    seed = next_value(0);
    pthread_create(&thread, 0, monitor, 0);
    for (;;)
        pthread_create(&thread, 0, generator, 0);
}
