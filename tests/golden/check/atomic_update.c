/* The same with an atomic increment: nothing is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic int counter;

void *work(void *arg)
{
    counter++;
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, work, 0);
    pthread_create(&b, 0, work, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
}
