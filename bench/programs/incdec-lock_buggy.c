/*
 * Counter with a lock, incremented and decremented, with an error: see incdec-lock.c for the
 * program and the property.
 *
 * Bug: an increment reads the counter before it takes the lock. Three incrementing threads show
 * it: the first reads 0, the second makes the counter 1, the third reads 1 and makes it 2, the
 * first makes it 1 again, and the third finds it not above 1. Two are not enough: a thread that
 * overwrites with a smaller value than the other one read needs a third to have made it larger.
 */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned value;
bool inc_flag, dec_flag;

static void increment(void)
{
    unsigned v = value; /* BUG: not yet protected by the lock */
    pthread_mutex_lock(&mutex);
    if (v == UINT_MAX) {
        pthread_mutex_unlock(&mutex);
        return;
    }
    inc_flag = true;
    value = v + 1;
    pthread_mutex_unlock(&mutex);
    assert(value > v || dec_flag);
}

static void decrement(void)
{
    unsigned v;
    pthread_mutex_lock(&mutex);
    if (value == 0) {
        pthread_mutex_unlock(&mutex);
        return;
    }
    v = value;
    dec_flag = true;
    value = v - 1;
    pthread_mutex_unlock(&mutex);
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
