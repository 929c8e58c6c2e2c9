/* Main initialises before there are threads, and reads when there are none. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;
int limit;

static void work(void)
{
    if (count < limit) count++;
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
    atomic_init(&count, 1);
    limit = 5;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    limit++;
    assert(count < limit);
    return 0;
}
