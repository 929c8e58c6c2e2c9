// The block that has the local ends before the thread is joined.
#include <assert.h>
#include <pthread.h>
static void *work(void *arg)
{
    assert(*(int *)arg == 7);
    return 0;
}
int main(void)
{
    pthread_t t;
    {
        int seven = 7;
        pthread_create(&t, 0, work, &seven);
    }
    pthread_join(t, 0);
    return 0;
}
