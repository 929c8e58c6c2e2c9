/* No barrier is for as many threads. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void)
{
    assert(pthread_barrier_init(&barrier, 0, 3000000000u) == 0);
    return 0;
}
