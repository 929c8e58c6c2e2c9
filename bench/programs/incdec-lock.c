/*
 * Counter with a lock, incremented by some threads and decremented by others, saturating at 0 and
 * at UINT_MAX.
 *
 * Benchmark Inc./Dec. (lock-based) of SAPA and 3/INC-DEC-L of SYMMPA; after the thread-safe counter
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
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned value;
bool inc_flag, dec_flag;

static void increment(void)
{
    unsigned v;
    pthread_mutex_lock(&mutex);
    if (value == UINT_MAX) {
        pthread_mutex_unlock(&mutex);
        return;
    }
    v = value;
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
