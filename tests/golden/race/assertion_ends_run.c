/* The assertion fails whenever the thread has not finished, so that the write is never concurrent: a failing one is no error. */
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>

_Atomic int done;
int g;

void *worker(void *p)
{
    (void)p;
    atomic_store(&done, 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(done);
    g = 1;
    pthread_join(thread, 0);
    return 0;
}
