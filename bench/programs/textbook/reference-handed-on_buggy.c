/*
 * A reference for each thread, counted before the thread is started: who counts down to zero frees the object.
 *
 * Property: nobody uses the object when it is freed.
 * Buggy: a thread gives its reference back before.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint references = 4;
atomic_bool freed;

static void put(void)
{
    if (atomic_fetch_sub(&references, 1) == 1) freed = 1;
}

void *user(void *unused)
{
    put();
    assert(!freed);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 3; i++)
        pthread_create(&thread, 0, user, 0);
    assert(!freed);
    put();
    return 0;
}
