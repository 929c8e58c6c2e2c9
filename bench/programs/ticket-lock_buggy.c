/*
 * Ticket lock with a bounded queue, with an error: see ticket-lock.c for the program and the
 * property.
 *
 * Bug: when the queue is full, drawing a ticket yields 0, which is also a valid number. Three
 * threads show it: two fill the queue with the tickets 0 and 1, and while 0 is served the third is
 * given 0 as well. Two threads cannot fill the queue before one of them draws.
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
    unsigned ticket = 0; /* BUG: should be FULL, which no ticket has */
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
