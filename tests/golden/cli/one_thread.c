#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *arg)
{
    x = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(x == 1);
    return 0;
}
