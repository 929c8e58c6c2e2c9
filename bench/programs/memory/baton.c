/* A baton goes round: only who has it touches the data, and all is sequentially consistent, as C does by itself. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef PASS
#define PASS memory_order_seq_cst
#endif
#ifndef GET
#define GET memory_order_seq_cst
#endif

#define RUNNERS 3

static atomic_int baton;
static unsigned laps;

static void run(int me)
{
    for (;;) {
        while (atomic_load_explicit(&baton, GET) != me)
            ;
        laps++;
        atomic_store_explicit(&baton, (me + 1) % RUNNERS, PASS);
    }
}

static void *first(void *arg)
{
    run(0);
    return arg;
}

static void *second(void *arg)
{
    run(1);
    return arg;
}

static void *third(void *arg)
{
    run(2);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_create(&thread, 0, second, 0);
    pthread_create(&thread, 0, third, 0);
    pthread_join(thread, 0);
    return 0;
}
