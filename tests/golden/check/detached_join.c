// A join of a thread that is detached returns at once.
#include <assert.h>
#include <pthread.h>
int x;
static void *set(void *arg)
{
    x = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_detach(t);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
