/*
 * Readers-writer lock in one counter: -1 while written, else the number of readers; here with one
 * reader and one writer.
 *
 * Benchmark 18/READERS-WR. of SYMMPA.
 *
 * Property: the data do not change while they are read, nor by others while they are written.
 * Safe: the writer gets in only from 0, a reader only from 0 or more, each by compare-and-swap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

atomic_int readers;
int data;

void *reader(void *arg)
{
    (void)arg;
    for (;;) {
        int n = readers, seen;
        while (n < 0 || !atomic_compare_exchange_strong(&readers, &n, n + 1))
            n = readers;
        seen = data;
        assert(data == seen);
        atomic_fetch_sub(&readers, 1);
    }
}

void *writer(void *arg)
{
    (void)arg;
    for (;;) {
        int n = 0, written = __VERIFIER_nondet_int();
        while (!atomic_compare_exchange_strong(&readers, &n, -1))
            n = 0;
        data = written;
        assert(data == written);
        readers = 0;
    }
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, reader, 0);
    pthread_create(&t2, 0, writer, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
