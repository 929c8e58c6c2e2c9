/* An event count: who goes to sleep announces it before a last look, who notifies looks for sleepers after the
 * change; fences on both sides. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef NOTIFY
#define NOTIFY memory_order_seq_cst
#endif
#ifndef SLEEP
#define SLEEP memory_order_seq_cst
#endif

static atomic_int has_work, sleepers, event;
static int slept, noticed;

static void *producer(void *arg)
{
    atomic_store_explicit(&has_work, 1, memory_order_relaxed);
    atomic_thread_fence(NOTIFY);
    if (atomic_load_explicit(&sleepers, memory_order_relaxed)) {
        noticed = 1;
        atomic_fetch_add_explicit(&event, 1, memory_order_release);
    }
    return arg;
}

static void *consumer(void *arg)
{
    if (atomic_load_explicit(&has_work, memory_order_relaxed)) return arg;
    atomic_fetch_add_explicit(&sleepers, 1, memory_order_relaxed);
    atomic_thread_fence(SLEEP);
    if (!atomic_load_explicit(&has_work, memory_order_relaxed)) slept = 1;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, producer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(!slept || noticed);
    return 0;
}
