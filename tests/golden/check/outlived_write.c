// What is written to a local that has ended may be anybody's: no proof of an outline counts.
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
