/* Each thread has its own. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
_Thread_local int x;
void *worker(void *unused)
{
    assert(x == 0);
    return unused;
}
int main(void)
{
    pthread_t t;
    x = 1;
    pthread_create(&t, 0, worker, 0);
    assert(x == 0);
}
