// Plain data waits in the buffers of x86 as well.
#include <assert.h>
#include <pthread.h>

static int x, y, a, b;

static void *one(void *arg)
{
    x = 1;
    a = y;
    return arg;
}

static void *two(void *arg)
{
    y = 1;
    b = x;
    return arg;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, one, 0);
    pthread_create(&t, 0, two, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(a || b);
    return 0;
}
