/*
 * QRCU, a read-copy-update with fast grace periods, with one reader and one updater.
 *
 * A reader counts itself in the current one of two counts. The updater waits for the readers: if
 * twice it finds no reader counted, it need not (fast path); else it makes the other count current
 * and waits until the old one is 0. The current count has one extra, for the updater.
 *
 * Benchmark 21/QRCU-2 of SYMMPA; McKenney, Using Promela and Spin to verify parallel algorithms.
 *
 * Property: a reader that was inside its critical section (progress 1) when the updater began to
 * wait is no longer inside when the updater stops waiting.
 * Safe: with these threads, checked exhaustively. A count is raised only while it is not 0, so a
 * reader that is counted keeps the updater waiting, whichever count it is in. The counts are summed
 * in any order, and twice before the fast path is taken, because another updater (there is none
 * here) could move the extra one between the two reads.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int current, count0 = 1, count1;
atomic_int progress;

/* Adds one to the current count unless that is 0, and tells which one it was. */
static int read_lock(void)
{
    for (;;) {
        int i = current;
        int n = i ? count1 : count0;
        if (n > 0 && i == 0 && atomic_compare_exchange_strong(&count0, &n, n + 1)) return 0;
        if (n > 0 && i == 1 && atomic_compare_exchange_strong(&count1, &n, n + 1)) return 1;
    }
}

static void read_unlock(int i)
{
    if (i)
        atomic_fetch_sub(&count1, 1);
    else
        atomic_fetch_sub(&count0, 1);
}

/* Reads the two counts one after the other, in some order. */
static int sum_counts(void)
{
    int n;
    if (__VERIFIER_nondet_int()) {
        n = count0;
        return n + count1;
    }
    n = count1;
    return n + count0;
}

/* Waits until all readers that have started before are done. */
static void synchronize(void)
{
    if (sum_counts() <= 1 && sum_counts() <= 1) return;
    pthread_mutex_lock(&mutex);
    if (current == 0) {
        atomic_fetch_add(&count1, 1);
        current = 1;
        atomic_fetch_sub(&count0, 1);
        while (count0 > 0)
            ;
    } else {
        atomic_fetch_add(&count0, 1);
        current = 0;
        atomic_fetch_sub(&count1, 1);
        while (count1 > 0)
            ;
    }
    pthread_mutex_unlock(&mutex);
}

void *reader(void *arg)
{
    int i = read_lock();
    (void)arg;
    progress = 1;
    progress = 2;
    read_unlock(i);
    return 0;
}

void *updater(void *arg)
{
    int start = progress;
    (void)arg;
    synchronize();
    assert(start != 1 || progress != 1);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, reader, 0);
    pthread_create(&t2, 0, updater, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
