/* A reference can be had of an object that is gone. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint references = 1;
atomic_bool alive = 1;

static _Bool get(void)
{
    unsigned seen = references;
    while (seen < 1000000)
        if (atomic_compare_exchange_strong(&references, &seen, seen + 1)) return 1;
    return 0;
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
