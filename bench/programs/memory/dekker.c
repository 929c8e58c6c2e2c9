/* Dekker's algorithm: each announces itself before it looks at the other, in an order that all agree on. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef WANT
#define WANT memory_order_seq_cst
#endif
#ifndef LEAVE
#define LEAVE memory_order_seq_cst
#endif

static atomic_int wants_0, wants_1, turn;
static int data;

static void *thread_0(void *arg)
{
    atomic_store_explicit(&wants_0, 1, WANT);
    while (atomic_load(&wants_1))
        if (atomic_load(&turn) != 0) {
            atomic_store(&wants_0, 0);
            while (atomic_load(&turn) != 0)
                ;
            atomic_store_explicit(&wants_0, 1, WANT);
        }
    data++;
    atomic_store(&turn, 1);
    atomic_store_explicit(&wants_0, 0, LEAVE);
    return arg;
}

static void *thread_1(void *arg)
{
    atomic_store_explicit(&wants_1, 1, WANT);
    while (atomic_load(&wants_0))
        if (atomic_load(&turn) != 1) {
            atomic_store(&wants_1, 0);
            while (atomic_load(&turn) != 1)
                ;
            atomic_store_explicit(&wants_1, 1, WANT);
        }
    data++;
    atomic_store(&turn, 0);
    atomic_store_explicit(&wants_1, 0, LEAVE);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread_0, 0);
    pthread_create(&b, 0, thread_1, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return data;
}
