/* main has given the mutex back before it waits, so the signal may come first. */
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;

static void *job(void *arg)
{
    pthread_mutex_lock(&guard);
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&guard);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&guard);
    pthread_create(&t, NULL, job, NULL);
    pthread_mutex_unlock(&guard);
    pthread_cond_wait(&done, &guard);
    pthread_mutex_unlock(&guard);
    pthread_join(t, NULL);
    return 0;
}
