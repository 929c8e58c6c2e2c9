/* Two hundred threads inside at the same time. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uchar inside;

void *worker(void *unused)
{
    atomic_fetch_add(&inside, 1);
    assert(inside != 200);
    atomic_fetch_sub(&inside, 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
