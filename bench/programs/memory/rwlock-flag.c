/* A read-write lock of a flag and a count: each side announces itself before it looks at the other, so both are
 * sequentially consistent. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef RAISE
#define RAISE memory_order_seq_cst
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

static atomic_int is_writing, readers;
static int config;

static void read_lock(void)
{
    for (;;) {
        atomic_fetch_add_explicit(&readers, 1, memory_order_seq_cst);
        if (!atomic_load_explicit(&is_writing, memory_order_seq_cst)) return;
        atomic_fetch_sub_explicit(&readers, 1, memory_order_seq_cst);
    }
}

static void *reader(void *arg)
{
    read_lock();
    int seen = config;
    atomic_fetch_sub_explicit(&readers, 1, LEAVE);
    return seen ? arg : 0;
}

static void *writer(void *arg)
{
    atomic_store_explicit(&is_writing, 1, RAISE);
    while (atomic_load_explicit(&readers, memory_order_seq_cst))
        ;
    config++;
    atomic_store_explicit(&is_writing, 0, memory_order_release);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, reader, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_create(&threads[2], 0, writer, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
