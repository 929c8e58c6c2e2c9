/*
 * A lock that is looked at before one tries to get it (Rudolph and Segall 1984). Any number of threads.
 *
 * Property: one thread at most is inside.
 * Buggy: it is got by a store, after it was seen free.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_bool taken;
int inside;

void *worker(void *unused)
{
    do {
        while (taken)
            ;
        taken = 1;
    } while (!taken);
    inside++;
    assert(inside == 1);
    inside--;
    taken = 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
