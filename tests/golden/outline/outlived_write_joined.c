// As outlived_write.c, but the thread ends before: nothing is assumed of locals.
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
    pthread_join(t, 0);
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
    return 0;
}
