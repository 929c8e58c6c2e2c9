/*
 * Pseudo-random number generator with a lock, with an error: see prng-lock.c for the program and
 * the property.
 *
 * Bug: the new seed is stored first and put right afterwards, which the lock hides from other
 * generators but not from the monitor. Two threads show it, the monitor and one generator.
 */
#include <assert.h>
#include <pthread.h>

enum { LIMIT = 6 };

extern unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned seed;

static unsigned next_int(void)
{
    unsigned result;
    pthread_mutex_lock(&mutex);
    seed = __VERIFIER_nondet_uint(); /* BUG: may be 0 for a moment */
    if (seed == 0) seed = 1;
    result = seed;
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
    seed = 1;
    pthread_create(&thread, 0, monitor, 0);
    for (;;)
        pthread_create(&thread, 0, generator, 0);
}
