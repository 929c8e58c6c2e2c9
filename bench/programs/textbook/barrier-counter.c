/*
 * A barrier made of an atomic counter: three threads count themselves and wait until all have.
 *
 * Property: behind the barrier a thread finds what all have done before it.
 * Safe: a thread counts itself after its work.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint arrived, done;

void *worker(void *unused)
{
    atomic_fetch_add(&done, 1);
    atomic_fetch_add(&arrived, 1);
    while (arrived < 3)
        ;
    assert(done == 3);
    return 0;
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, worker, 0);
    pthread_create(&t2, 0, worker, 0);
    pthread_create(&t3, 0, worker, 0);
    return 0;
}
