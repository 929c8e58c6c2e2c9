/* The condition of an assertion is read, whether it holds or not. */
#include <assert.h>
#include <pthread.h>

int g;

void *worker(void *p)
{
    (void)p;
    g = 200;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(g < 100);
    pthread_join(thread, 0);
    return 0;
}
