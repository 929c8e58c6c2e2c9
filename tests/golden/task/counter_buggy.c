/* A counter without a mutex: between the write and the assertion another worker may count. */
extern void reach_error(void);
#include <pthread.h>

unsigned value;

void *worker(void *arg)
{
    unsigned v = value;
    value = v + 1;
    if (!(value == v + 1)) reach_error();
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
