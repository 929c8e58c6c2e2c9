/* References are given back with release and acquire: who gives back the last one sees all uses, and destroys. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef RELEASE
#define RELEASE memory_order_acq_rel
#endif
#ifndef START
#define START memory_order_release
#endif

struct object {
    atomic_int references;
    int contents;
};

static struct object object;

static int retain(void)
{
    int seen = atomic_load_explicit(&object.references, memory_order_relaxed);
    while (seen > 0 && seen < 1000000)
        if (atomic_compare_exchange_weak_explicit(&object.references, &seen, seen + 1, memory_order_acquire,
                                                  memory_order_relaxed))
            return 1;
    return 0;
}

static void release(void)
{
    if (atomic_fetch_sub_explicit(&object.references, 1, RELEASE) == 1) object.contents = -1;
}

static void *user(void *arg)
{
    if (!retain()) return 0;
    int seen = object.contents;
    release();
    return seen ? arg : 0;
}

static void *maker(void *arg)
{
    object.contents = 42;
    atomic_store_explicit(&object.references, 1, START);
    release();
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, maker, 0);
    for (;;)
        pthread_create(&thread, 0, user, 0);
}
