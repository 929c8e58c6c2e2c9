// As outlived_local.c, but the function waits for its thread.
#include <assert.h>
#include <pthread.h>
static pthread_t t;
static void *work(void *arg)
{
    assert(*(int *)arg == 7);
    return 0;
}
static void whole(void)
{
    int seven = 7;
    pthread_create(&t, 0, work, &seven);
    pthread_join(t, 0);
}
int main(void)
{
    whole();
    whole();
    return 0;
}
