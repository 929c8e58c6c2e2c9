/* Two writers, two readers: all agree on which write was first, since all is sequentially consistent. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRITE
#define WRITE memory_order_seq_cst
#endif
#ifndef READ
#define READ memory_order_seq_cst
#endif

static atomic_bool x, y;
static int x_was_first, y_was_first;

static void *writer_x(void *arg)
{
    atomic_store_explicit(&x, 1, WRITE);
    return arg;
}

static void *writer_y(void *arg)
{
    atomic_store_explicit(&y, 1, WRITE);
    return arg;
}

static void *reader_x(void *arg)
{
    if (atomic_load_explicit(&x, READ) && !atomic_load_explicit(&y, READ)) x_was_first = 1;
    return arg;
}

static void *reader_y(void *arg)
{
    if (atomic_load_explicit(&y, READ) && !atomic_load_explicit(&x, READ)) y_was_first = 1;
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    pthread_create(&threads[0], 0, writer_x, 0);
    pthread_create(&threads[1], 0, writer_y, 0);
    pthread_create(&threads[2], 0, reader_x, 0);
    pthread_create(&threads[3], 0, reader_y, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    assert(!x_was_first || !y_was_first);
    return 0;
}
