/*
 * Anderson's lock: threads queue at the places of an array, and whoever leaves lets the next place go on. Two threads,
 * four places.
 *
 * Property: one thread at most is inside.
 * Safe: whoever goes on closes the place behind it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PLACES 4

atomic_bool open[PLACES] = {1};
atomic_uint last;
int inside;

void *worker(void *unused)
{
    unsigned place = atomic_fetch_add(&last, 1) % PLACES;
    while (!open[place])
        ;
    open[place] = 0;
    inside++;
    assert(inside == 1);
    inside--;
    open[(place + 1) % PLACES] = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, worker, 0);
    return 0;
}
