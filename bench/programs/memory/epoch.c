/* Reclamation by epochs: a reader who has seen the new epoch has seen the new pointer, another one is waited for. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef ADVANCE
#define ADVANCE memory_order_release
#endif
#ifndef LEAVE
#define LEAVE memory_order_release
#endif

static atomic_int epoch = 1, reader_epoch, current;
static int item[2];

static void *reader(void *arg)
{
    for (;;) {
        int now = atomic_load_explicit(&epoch, memory_order_acquire);
        atomic_store_explicit(&reader_epoch, now, memory_order_release);
        atomic_thread_fence(memory_order_seq_cst);
        int which = atomic_load_explicit(&current, memory_order_acquire);
        int value = which ? item[1] : item[0];
        atomic_store_explicit(&reader_epoch, 0, LEAVE);
        if (value < 0) return arg;
    }
}

static void *writer(void *arg)
{
    item[1] = 1;
    atomic_store_explicit(&current, 1, memory_order_release);
    atomic_store_explicit(&epoch, 2, ADVANCE);
    atomic_thread_fence(memory_order_seq_cst);
    for (;;) {
        int seen = atomic_load_explicit(&reader_epoch, memory_order_acquire);
        if (seen == 0 || seen == 2) break;
    }
    item[0] = -1;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, writer, 0);
    pthread_join(b, 0);
    pthread_join(a, 0);
    return 0;
}
