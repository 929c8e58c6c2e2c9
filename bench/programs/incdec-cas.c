/*
 * Lock-free counter, incremented by some threads and decremented by others by compare-and-swap,
 * saturating at 0 and at UINT_MAX.
 *
 * Benchmark Inc./Dec. (cas-based) of SAPA and 4/INC-DEC-C of SYMMPA; after the non-blocking counter
 * of Goetz et al., Java Concurrency in Practice.
 *
 * Property: after an increment the counter is above the old value unless some thread decrements;
 * and the other way round. The flags tell that such a thread exists.
 * Safe, but only in this order of accesses: a flag is set before the counter is changed, and an
 * assertion reads the counter before the flag. So a counter seen at or below v was decremented
 * since, by a thread that had set its flag already.
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

_Atomic unsigned value;
atomic_bool inc_flag, dec_flag;

static void increment(void)
{
    unsigned v = value;
    do {
        if (v == UINT_MAX) return;
        inc_flag = 1;
    } while (!atomic_compare_exchange_strong(&value, &v, v + 1));
    assert(value > v || dec_flag);
}

static void decrement(void)
{
    unsigned v = value;
    do {
        if (v == 0) return;
        dec_flag = 1;
    } while (!atomic_compare_exchange_strong(&value, &v, v - 1));
    assert(value < v || inc_flag);
}

void *worker(void *arg)
{
    (void)arg;
    if (__VERIFIER_nondet_int())
        increment();
    else
        decrement();
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
