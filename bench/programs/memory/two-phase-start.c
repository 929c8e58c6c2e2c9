/* A start in two phases: workers release what they have prepared, the main thread acquires it, and releases all at
 * once. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef READY
#define READY memory_order_release
#endif
#ifndef GO
#define GO memory_order_release
#endif

#define WORKERS 2

static atomic_int ready, go;
static int prepared[WORKERS], plan;

static void *worker(void *arg)
{
    int *mine = arg;
    *mine = 1;
    atomic_fetch_add_explicit(&ready, 1, READY);
    while (!atomic_load_explicit(&go, memory_order_acquire))
        ;
    return plan ? arg : 0;
}

int main(void)
{
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&threads[i], 0, worker, &prepared[i]);
    while (atomic_load_explicit(&ready, memory_order_acquire) < WORKERS)
        ;
    for (int i = 0; i < WORKERS; i++)
        plan += prepared[i];
    atomic_store_explicit(&go, 1, GO);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], 0);
    return 0;
}
