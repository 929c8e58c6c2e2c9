/* References are given back with release alone: who gives back the last one acquires by a fence before it destroys. */
#include <pthread.h>
#include <stdatomic.h>

#ifndef DROP
#define DROP memory_order_release
#endif
#ifndef LAST
#define LAST memory_order_acquire
#endif

int __VERIFIER_nondet_int(void);

static atomic_int references = 1;
static int contents = 42;

static void drop(void)
{
    if (atomic_fetch_sub_explicit(&references, 1, DROP) == 1) {
        atomic_thread_fence(LAST);
        contents = 0;
    }
}

static void *user(void *arg)
{
    int seen = contents;
    drop();
    return seen ? arg : 0;
}

int main(void)
{
    pthread_t thread;
    for (int users = __VERIFIER_nondet_int(); users > 0; users--) {
        atomic_fetch_add_explicit(&references, 1, memory_order_relaxed);
        if (pthread_create(&thread, 0, user, 0)) drop();
    }
    drop();
    return 0;
}
