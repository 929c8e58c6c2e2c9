/* The same, and the thread has ended. A thread is started with all signals blocked, and it is asserted that this works. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static int hits;
static void *count(void *argument)
{
    hits++;
    return argument;
}
static int start(pthread_t *thread)
{
    sigset_t all, before;
    sigfillset(&all);
    int status = pthread_sigmask(SIG_SETMASK, &all, &before);
    assert(status == 0);
    int started = pthread_create(thread, NULL, count, NULL);
    status = pthread_sigmask(SIG_SETMASK, &before, NULL);
    assert(status == 0);
    return started;
}
int main(void)
{
    pthread_t t;
    if (start(&t) != 0) return 1;
    pthread_join(t, NULL);
    hits++;
    return 0;
}
