/*
 * Double-checked initialisation: a thread that finds the flag set goes on without the lock.
 *
 * Property: whoever goes on finds the object initialised.
 * Buggy: the flag is set before the object.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
atomic_bool ready;
atomic_int object;

void *user(void *unused)
{
    if (!ready) {
        pthread_mutex_lock(&lock);
        if (!ready) {
            ready = 1;
            assert(object == 0);
            object = 42;
        }
        pthread_mutex_unlock(&lock);
    }
    assert(object == 42);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, user, 0);
}
