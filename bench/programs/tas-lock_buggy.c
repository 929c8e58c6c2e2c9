/*
 * Test-and-set spin lock, with an error: see tas-lock.c for the program and the property.
 *
 * Bug: the test and the set are two steps. Two threads show it: both test before either sets.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int lock;
int c;

static void acquire(void)
{
    int locked;
    do {
        locked = lock;
        lock = 1; /* BUG: another thread may have set it since the test */
    } while (locked);
}

static void release(void) { lock = 0; }

void *worker(void *arg)
{
    (void)arg;
    for (;;) {
        acquire();
        c++;
        assert(c == 1);
        c--;
        release();
    }
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
