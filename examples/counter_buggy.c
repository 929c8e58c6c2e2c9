/* A counter without a mutex: between the write and the assertion another worker may count. */
#include <assert.h>
#include <pthread.h>

unsigned value;

void *worker(void *arg)
{
    unsigned v = value;
    value = v + 1;
    assert(value == v + 1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
