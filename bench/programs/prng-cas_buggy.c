/*
 * Lock-free pseudo-random number generator, with an error: see prng-cas.c for the program and the
 * properties.
 *
 * Bug: instead of swapping the seed from old to result, the difference is added to it, atomically,
 * but without checking that the seed is still old. Three threads show it: two generators and the
 * monitor, which sees 0 after one generator has changed the seed between the read and the addition
 * of the other. With one generator the addition yields result, which is not 0.
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
    unsigned old = seed, result = next_value(old);
    atomic_fetch_add(&seed, result - old); /* BUG: the seed may have changed since it was read */
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
