// The thread detaches itself, so that main perhaps does not wait for it.
#include <assert.h>
#include <pthread.h>
int x;
static void *set(void *arg)
{
    pthread_detach(pthread_self());
    x = 1;
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    pthread_join(t, 0);
    assert(x == 1);
    return 0;
}
