/* The handle of a thread is written before it runs, or when it does. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_t t;
void *worker(void *unused)
{
    unsigned long one = t, two = t;
    assert(one == two);
    return unused;
}
int main(void)
{
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
}
