/* Main joins a thread that waits for ever: nobody opens the gate, so that the thread has no end. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gate = PTHREAD_COND_INITIALIZER;

static void *wait_for_ever(void *arg)
{
    pthread_mutex_lock(&lock);
    for (;;) pthread_cond_wait(&gate, &lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, wait_for_ever, 0);
    pthread_cond_signal(&gate);
    pthread_join(t, 0);
    return 0;
}
