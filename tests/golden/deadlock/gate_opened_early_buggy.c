/* The gate may be opened before anybody waits at it, and nothing remembers that. */
#include <pthread.h>

static struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t opened;
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER};

static void *visitor(void *arg)
{
    pthread_mutex_lock(&gate.mutex);
    pthread_cond_wait(&gate.opened, &gate.mutex);
    pthread_mutex_unlock(&gate.mutex);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, visitor, NULL);
    pthread_cond_broadcast(&gate.opened);
    pthread_join(t, NULL);
    return 0;
}
