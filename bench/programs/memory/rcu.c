/* Read-copy-update with two versions: a fence on each side lets the writer see a reader, or the reader the new
 * version. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef LOCK
#define LOCK memory_order_seq_cst
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

static atomic_int readers, current;
static unsigned version[2];

static unsigned read_version(void)
{
    atomic_fetch_add_explicit(&readers, 1, memory_order_relaxed);
    atomic_thread_fence(LOCK);
    int now = atomic_load_explicit(&current, memory_order_acquire);
    unsigned value = now ? version[1] : version[0];
    atomic_fetch_sub_explicit(&readers, 1, UNLOCK);
    return value;
}

static void synchronize(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    while (atomic_load_explicit(&readers, memory_order_acquire))
        ;
}

static void *reader(void *arg)
{
    while (read_version() != 1000)
        ;
    return arg;
}

static void *writer(void *arg)
{
    for (unsigned value = 1;; value++) {
        version[1] = value;
        atomic_store_explicit(&current, 1, memory_order_release);
        synchronize();
        version[0] = value;
        atomic_store_explicit(&current, 0, memory_order_release);
        synchronize();
    }
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_create(&threads[2], 0, reader, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
