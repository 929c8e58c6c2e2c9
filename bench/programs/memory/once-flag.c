/* Initialisation once, by who wins the exchange: the others acquire what it released. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef LOOK
#define LOOK memory_order_acquire
#endif
#ifndef DONE
#define DONE memory_order_release
#endif

enum { NOT_YET, BUSY, DONE_ALREADY };

static atomic_int once;
static int squares[3];

static void initialise(void)
{
    squares[0] = 0;
    squares[1] = 1;
    squares[2] = 4;
}

static void call_once_only(void)
{
    int seen = NOT_YET;
    if (atomic_compare_exchange_strong_explicit(&once, &seen, BUSY, memory_order_relaxed, memory_order_relaxed)) {
        initialise();
        atomic_store_explicit(&once, DONE_ALREADY, DONE);
    } else
        while (atomic_load_explicit(&once, LOOK) != DONE_ALREADY)
            ;
}

static void *user(void *arg)
{
    call_once_only();
    assert(squares[2] == 4);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, user, 0);
}
