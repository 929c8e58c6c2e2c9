/* What is done once is done before. */
#include <assert.h>
#include <pthread.h>

pthread_once_t done = PTHREAD_ONCE_INIT;
int value;

static void init(void) { value = 5; }

static void work(void)
{
    pthread_once(&done, init);
    assert(value == 5);
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
