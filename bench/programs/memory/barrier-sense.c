/* A barrier with a sense: arriving acquires and releases, the last one releases those who wait. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef ARRIVE
#define ARRIVE memory_order_acq_rel
#endif
#ifndef WAIT
#define WAIT memory_order_acquire
#endif

#define THREADS 2

static atomic_int missing = THREADS, sense;
static int left, right;

static void barrier(int mine)
{
    if (atomic_fetch_sub_explicit(&missing, 1, ARRIVE) == 1) {
        atomic_store_explicit(&missing, THREADS, memory_order_relaxed);
        atomic_store_explicit(&sense, mine, memory_order_release);
    } else
        while (atomic_load_explicit(&sense, WAIT) != mine)
            ;
}

static void *left_half(void *arg)
{
    for (;;) {
        left++;
        barrier(1);
        int seen = left + right;
        barrier(0);
        if (seen < 0) return arg;
    }
}

static void *right_half(void *arg)
{
    for (;;) {
        right--;
        barrier(1);
        int seen = left + right;
        barrier(0);
        if (seen < 0) return arg;
    }
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, left_half, 0);
    pthread_create(&b, 0, right_half, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
