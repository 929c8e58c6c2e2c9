/*
 * Lock-free pseudo-random number generator: any number of threads draw numbers; each drawing
 * replaces the seed by compare-and-swap, repeated until no other thread came in between.
 *
 * Benchmark Prng (cas-based) of SAPA and 8/PRNG-C of SYMMPA; after the non-blocking generator of
 * Goetz et al., Java Concurrency in Practice.
 *
 * Properties: a monitoring thread never sees the seed 0 (from which the generator could not get
 * away), and a drawing that succeeds has changed the seed.
 * Safe: the seed is set before the threads start, and only ever to values other than 0; the second
 * property is one of next_value alone.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { LIMIT = 6 };

extern unsigned __VERIFIER_nondet_uint(void);

_Atomic unsigned seed;

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
    unsigned old = seed, result;
    do
        result = next_value(old);
    while (!atomic_compare_exchange_strong(&seed, &old, result));
    assert(result != old);
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
