/* A barrier that counts who has arrived: arriving releases, each of the increments goes on with the release
 * sequence. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ARRIVE
#define ARRIVE memory_order_release
#endif
#ifndef PASS
#define PASS memory_order_acquire
#endif

#define THREADS 3

static atomic_int arrived;
static int part[THREADS];

static void arrive_and_wait(void)
{
    atomic_fetch_add_explicit(&arrived, 1, ARRIVE);
    while (atomic_load_explicit(&arrived, PASS) < THREADS)
        ;
}

static void *worker(void *arg)
{
    int *mine = arg;
    *mine = 1;
    arrive_and_wait();
    int sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += part[i];
    assert(sum == THREADS);
    return arg;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, worker, &part[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
