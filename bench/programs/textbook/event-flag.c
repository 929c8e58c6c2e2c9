/*
 * An event that is set once and waited for by any number of threads.
 *
 * Property: whoever has waited finds what was done before the event was set.
 * Safe: waiting ends when the flag is set, and not before.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t event = PTHREAD_COND_INITIALIZER;
_Bool set;
int value;

void *waiter(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!set)
        pthread_cond_wait(&event, &lock);
    assert(value == 1);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *setter(void *unused)
{
    pthread_mutex_lock(&lock);
    value = 1;
    set = 1;
    pthread_cond_broadcast(&event);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, waiter, 0);
        pthread_create(&thread, 0, setter, 0);
    }
}
