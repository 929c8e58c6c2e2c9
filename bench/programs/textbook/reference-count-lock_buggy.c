/*
 * A reference count under a lock: threads get a reference while the object is alive, and the last one to give its
 * reference back ends the object.
 *
 * Property: whoever has a reference finds the object alive.
 * Buggy: the last one leaves the lock between counting down and ending the object.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned references = 1;
_Bool alive = 1;

static _Bool get(void)
{
    _Bool got = 0;
    pthread_mutex_lock(&lock);
    if (alive && references < 1000000) {
        references++;
        got = 1;
    }
    pthread_mutex_unlock(&lock);
    return got;
}

static void put(void)
{
    pthread_mutex_lock(&lock);
    references--;
    _Bool last = references == 0;
    pthread_mutex_unlock(&lock);
    if (last) alive = 0;
}

void *user(void *unused)
{
    if (get()) {
        assert(alive);
        put();
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++)
        pthread_create(&thread, 0, user, 0);
    put();
    for (;;)
        pthread_create(&thread, 0, user, 0);
}
