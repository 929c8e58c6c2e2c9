/*
 * Ticket lock with a bounded queue, for any number of threads: a thread draws a ticket and waits
 * until its number is served. Numbers are taken modulo 3; whoever finds the queue full (two tickets
 * given out) tries again later.
 *
 * Benchmark Ticket Lock of SAPA and 6/TICKET-L of SYMMPA; after Mellor-Crummey and Scott,
 * Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors. Drawing a ticket is one
 * atomic step, as fetch-and-increment is there; with a compare-and-swap on next_ticket alone the
 * queue could fill up and the numbers go round between the look at now_serving and the swap.
 *
 * Property: mutual exclusion, by a counter of the threads inside the critical section.
 * Safe: the tickets given out and not yet served are now_serving ... next_ticket - 1, at most two,
 * so they differ; only the owner of the number being served enters, and only it moves now_serving.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { SLOTS = 3, FULL = SLOTS };

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

_Atomic unsigned next_ticket, now_serving;
int c;

static unsigned take_ticket(void)
{
    unsigned ticket = FULL;
    __VERIFIER_atomic_begin();
    if ((next_ticket + 1) % SLOTS != now_serving) {
        ticket = next_ticket;
        next_ticket = (ticket + 1) % SLOTS;
    }
    __VERIFIER_atomic_end();
    return ticket;
}

static void release(void) { now_serving = (now_serving + 1) % SLOTS; }

void *worker(void *arg)
{
    (void)arg;
    for (;;) {
        unsigned ticket = take_ticket();
        if (ticket == FULL) continue;
        while (now_serving != ticket)
            ;
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
