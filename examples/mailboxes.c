/* Two threads that each fill a mailbox and look into that of the other. One of them at least finds it full: so people
 * say, and so it is under interleaving. With release and acquire both may find nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int first_full, second_full;
static int seen_by_first, seen_by_second;

static void *first(void *unused)
{
    atomic_store_explicit(&first_full, 1, memory_order_release);
    seen_by_first = atomic_load_explicit(&second_full, memory_order_acquire);
    return unused;
}

static void *second(void *unused)
{
    atomic_store_explicit(&second_full, 1, memory_order_release);
    seen_by_second = atomic_load_explicit(&first_full, memory_order_acquire);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, first, NULL);
    pthread_create(&two, NULL, second, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(seen_by_first || seen_by_second);
    return 0;
}
