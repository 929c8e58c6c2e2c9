/* Workers draw items by a relaxed counter; a second one counts finished items, and releases what was made of them. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef FINISH
#define FINISH memory_order_release
#endif
#ifndef COLLECT
#define COLLECT memory_order_acquire
#endif

#define ITEMS 3

static atomic_int drawn, finished;
static int result[ITEMS];

static void *worker(void *arg)
{
    int item = atomic_load_explicit(&drawn, memory_order_relaxed);
    while (item < ITEMS)
        if (atomic_compare_exchange_strong_explicit(&drawn, &item, item + 1, memory_order_relaxed,
                                                    memory_order_relaxed)) {
            result[item] = item * item;
            atomic_fetch_add_explicit(&finished, 1, FINISH);
            item = atomic_load_explicit(&drawn, memory_order_relaxed);
        }
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 4; i++)
        pthread_create(&thread, 0, worker, 0);
    while (atomic_load_explicit(&finished, COLLECT) < ITEMS)
        ;
    int sum = 0;
    for (int i = 0; i < ITEMS; i++)
        sum += result[i];
    return sum;
}
