/* A flag stops the workers: it releases why they have to stop, and a worker that finds it acquires that. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef STOP
#define STOP memory_order_release
#endif
#ifndef SEEN
#define SEEN memory_order_acquire
#endif

int __VERIFIER_nondet_int(void);

static atomic_bool stop;
static int why;

static void *worker(void *arg)
{
    int rounds = 0;
    while (!atomic_load_explicit(&stop, SEEN))
        rounds ^= 1;
    return why + rounds ? arg : 0;
}

int main(void)
{
    pthread_t thread;
    for (int n = __VERIFIER_nondet_int(); n > 0; n--)
        pthread_create(&thread, 0, worker, 0);
    why = __VERIFIER_nondet_int();
    atomic_store_explicit(&stop, true, STOP);
    return 0;
}
