// The local of begin() may be used when it has returned: the outline says that it takes it not to be.
#include <assert.h>
#include <pthread.h>
static pthread_t t;
static void *work(void *arg)
{
    *(int *)arg = 7;
    return 0;
}
static void begin(void)
{
    int result;
    pthread_create(&t, 0, work, &result);
}
static int one(void)
{
    volatile int n = 0;
    n++;
    return n;
}
int main(void)
{
    begin();
    assert(one() == 1);
    pthread_join(t, 0);
    return 0;
}
