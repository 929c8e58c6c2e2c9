#include <assert.h>
#include <pthread.h>
int counter, finished;
void *worker(void *arg)
{
    counter++;
    __atomic_fetch_add(&finished, 1, __ATOMIC_SEQ_CST);
    return 0;
}
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    while (__atomic_load_n(&finished, __ATOMIC_SEQ_CST) < 2) ;
    assert(counter == 2);
    return 0;
}
