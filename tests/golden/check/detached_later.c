// The handle is filled anew before it is detached, and the thread before was joined.
#include <assert.h>
#include <pthread.h>
int x;
static void *set(void *arg)
{
    x = 1;
    return 0;
}
static void *idle(void *arg) { return arg; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    assert(x == 1);
    pthread_create(&t, 0, idle, 0);
    pthread_detach(t);
    return 0;
}
