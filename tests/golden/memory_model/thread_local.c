/* Each thread has its own. */
#include <assert.h>
#include <pthread.h>

_Thread_local int count;

static void work(void)
{
    count++;
    assert(count == 1);
}

void *one(void *arg)
{
    (void)arg;
    work();
    return 0;
}

void *two(void *arg)
{
    (void)arg;
    work();
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
