/* Two threads count, and one of them loses what the other has counted. The witness says in which order. */
#include <assert.h>
#include <pthread.h>

int count;

void *worker(void *arg)
{
    int seen = count;
    count = seen + 1;
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(count == 2);
    return 0;
}
