/*
 * Lock-free counter, incremented and decremented, with an error: see incdec-cas.c for the program
 * and the property.
 *
 * Bug: an increment compares and then stores in two steps. Three incrementing threads show it: the
 * first reads 0 and finds it unchanged, the second makes the counter 1, the third reads 1 and makes
 * it 2, the first makes it 1 again, and the third finds it not above 1. Two are not enough: a
 * thread that overwrites with a smaller value than the other one read needs a third to have made it
 * larger.
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
    unsigned v;
    do {
        v = value;
        if (v == UINT_MAX) return;
        inc_flag = 1;
    } while (value != v);
    value = v + 1; /* BUG: the comparison and the store are not one atomic step */
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
