/*
 * A table of 16 slots, each free or taken: a thread takes a slot by compare-and-swap and has what belongs to it for
 * itself until it gives the slot back.
 *
 * Property: nobody else uses what belongs to a slot that a thread has.
 * Buggy: it is looked at first and taken in a second step.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 16

unsigned __VERIFIER_nondet_uint(void);

atomic_bool taken[SLOTS];
int users[SLOTS];

void *worker(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % SLOTS;
    if (taken[i]) return 0;
    taken[i] = 1;
    users[i]++;
    assert(users[i] == 1);
    users[i]--;
    taken[i] = 0;
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
