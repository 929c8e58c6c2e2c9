#include <assert.h>
#include <pthread.h>

/* Data races in functions that several call. */
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count, other;

static void step(int *to) { *to = *to + 1; }

static void locked(int *to)
{
    pthread_mutex_lock(&m);
    step(to);
    pthread_mutex_unlock(&m);
}

void *worker(void *arg)
{
    locked(&count);
    locked(&other);
    step(&count);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
