/*
 * Initialisation of a thread object: the creating thread registers the handle of the new thread,
 * which the new thread uses.
 *
 * Benchmark 23/MOZILLA-FIX of SYMMPA: the fix of the order violation in Mozilla's nsThread that is
 * described by Lu et al., Learning from Mistakes, ASPLOS 2008. Without the lock the new thread
 * could use the handle before it was registered.
 *
 * Property: the new thread finds the handle registered.
 * Safe: it is created while the creator holds the lock, and must take the lock itself before it
 * looks; by then the handle is there.
 */
#include <assert.h>
#include <pthread.h>

enum { NONE, REGISTERED };

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int handle = NONE, state;

void *thread_main(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    assert(handle != NONE);
    state = handle;
    pthread_mutex_unlock(&mutex);
    return 0;
}

void *thread_init(void *arg)
{
    pthread_t thread;
    (void)arg;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, thread_main, 0);
    handle = REGISTERED;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, thread_init, 0);
    pthread_join(thread, 0);
    return 0;
}
