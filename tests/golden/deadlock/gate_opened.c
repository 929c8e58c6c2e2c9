/* The same with a flag, which remembers that the gate is open. */
#include <pthread.h>

static struct gate {
    pthread_mutex_t mutex;
    pthread_cond_t opened;
    int is_open;
} gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void *visitor(void *arg)
{
    pthread_mutex_lock(&gate.mutex);
    while (!gate.is_open)
        pthread_cond_wait(&gate.opened, &gate.mutex);
    pthread_mutex_unlock(&gate.mutex);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, visitor, NULL);
    pthread_mutex_lock(&gate.mutex);
    gate.is_open = 1;
    pthread_cond_broadcast(&gate.opened);
    pthread_mutex_unlock(&gate.mutex);
    pthread_join(t, NULL);
    return 0;
}
