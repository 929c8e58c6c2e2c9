/*
 * Work stealing: the owner of a deque of three jobs takes them from the bottom, a thief from the top; a lock guards both
 * ends.
 *
 * Property: no job is taken twice.
 * Safe: both look at both ends under the lock.
 */
#include <assert.h>
#include <pthread.h>

#define JOBS 3

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int top = 0, bottom = JOBS;
_Bool taken[JOBS];

void *owner(void *unused)
{
    for (;;) {
        int job = -1;
        pthread_mutex_lock(&lock);
        if (top < bottom) job = --bottom;
        pthread_mutex_unlock(&lock);
        if (job < 0) return 0;
        assert(!taken[job]);
        taken[job] = 1;
    }
}

void *thief(void *unused)
{
    int job = -1;
    pthread_mutex_lock(&lock);
    if (top < bottom) job = top++;
    pthread_mutex_unlock(&lock);
    if (job < 0) return 0;
    assert(!taken[job]);
    taken[job] = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, owner, 0);
    pthread_create(&thread, 0, thief, 0);
    pthread_create(&thread, 0, thief, 0);
    return 0;
}
