/* A handle that is computed with is not followed; the message names the line. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static int is_open;
static unsigned long kept;

static void *work(void *arg)
{
    pthread_mutex_lock(&lock);
    while (!is_open) pthread_cond_wait(&open, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    kept = t + 1;
    pthread_mutex_lock(&lock);
    is_open = 1;
    pthread_cond_signal(&open);
    pthread_mutex_unlock(&lock);
    pthread_join(kept - 1, 0);
    return 0;
}
