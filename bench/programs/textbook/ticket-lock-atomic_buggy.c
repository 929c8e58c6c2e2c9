/*
 * A ticket lock (Reed and Kanodia 1979), any number of threads as long as the tickets last.
 *
 * Property: one thread at most is inside.
 * Buggy: in two steps.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, serving;
int inside;

void *worker(void *unused)
{
    unsigned mine = next;
    do {
        if (mine >= 1000000) return 0;
        next = mine + 1;
    } while (mine >= 1000000);
    while (serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    serving = mine + 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
