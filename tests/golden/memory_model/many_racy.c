/* Any number of threads write one value. */
#include <assert.h>
#include <pthread.h>

int value;

void *worker(void *arg)
{
    (void)arg;
    value = 1;
    assert(value == 1);
    return 0;
}

int main(void)
{
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, 0, worker, 0);
    }
}
