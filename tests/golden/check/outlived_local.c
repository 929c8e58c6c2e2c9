// The thread may read the local when begin() has returned: anything may lie there.
#include <assert.h>
#include <pthread.h>
static pthread_t t;
static void *work(void *arg)
{
    assert(*(int *)arg == 7);
    return 0;
}
static void begin(void)
{
    int seven = 7;
    pthread_create(&t, 0, work, &seven);
}
int main(void)
{
    begin();
    pthread_join(t, 0);
    return 0;
}
