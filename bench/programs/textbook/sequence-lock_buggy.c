/*
 * A sequence lock: a writer makes the sequence number odd, writes, and makes it even again; a reader that finds it odd or
 * changed tries again. Any number of readers, one writer at a time.
 *
 * Property: what a reader accepts belongs together.
 * Buggy: the reader does not look at the number again.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t writers = PTHREAD_MUTEX_INITIALIZER;
atomic_uint sequence, first, second;

void *writer(void *unused)
{
    pthread_mutex_lock(&writers);
    if (sequence < 1000) {
        sequence++;
        first++;
        second++;
        sequence++;
    }
    pthread_mutex_unlock(&writers);
    return 0;
}

void *reader(void *unused)
{
    unsigned before = sequence, a, b;
    if (before % 2) return 0;
    a = first;
    b = second;
    assert(a == b);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, writer, 0);
        pthread_create(&thread, 0, reader, 0);
    }
}
