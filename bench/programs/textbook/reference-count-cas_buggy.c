/*
 * A reference count without a lock: a thread gets a reference by compare-and-swap, unless the count is zero already; who
 * counts down to zero ends the object.
 *
 * Property: whoever has a reference finds the object alive.
 * Buggy: a reference is got by adding one whatever the count was.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint references = 1;
atomic_bool alive = 1;

static _Bool get(void)
{
    return atomic_fetch_add(&references, 1) < 1000000;
}

static void put(void)
{
    if (atomic_fetch_sub(&references, 1) == 1) alive = 0;
}

void *user(void *unused)
{
    if (get()) {
        assert(alive);
        put();
    }
    return 0;
}

void *owner(void *unused)
{
    put();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, owner, 0);
    for (;;)
        pthread_create(&thread, 0, user, 0);
}
