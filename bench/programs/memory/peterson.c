/* Peterson's algorithm: flags and turn are sequentially consistent, or both see the other away. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef TURN
#define TURN memory_order_seq_cst
#endif
#ifndef LEAVE
#define LEAVE memory_order_seq_cst
#endif

static atomic_int wants_0, wants_1, turn;
static unsigned data;

static void *thread_0(void *arg)
{
    for (;;) {
        atomic_store_explicit(&wants_0, 1, memory_order_seq_cst);
        atomic_store_explicit(&turn, 1, TURN);
        while (atomic_load_explicit(&wants_1, memory_order_seq_cst) &&
               atomic_load_explicit(&turn, memory_order_seq_cst) == 1)
            ;
        data++;
        atomic_store_explicit(&wants_0, 0, LEAVE);
    }
    return arg;
}

static void *thread_1(void *arg)
{
    for (;;) {
        atomic_store_explicit(&wants_1, 1, memory_order_seq_cst);
        atomic_store_explicit(&turn, 0, TURN);
        while (atomic_load_explicit(&wants_0, memory_order_seq_cst) &&
               atomic_load_explicit(&turn, memory_order_seq_cst) == 0)
            ;
        data--;
        atomic_store_explicit(&wants_1, 0, LEAVE);
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, thread_0, 0);
    pthread_create(&b, 0, thread_1, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
