/* Any number of workers count up under a mutex; each one sees that the counter grew. */
extern void reach_error(void);
#include <limits.h>
#include <pthread.h>

unsigned value;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    if (value < UINT_MAX) {
        unsigned v = value;
        value = v + 1;
        if (!(value > v)) reach_error();
    }
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
