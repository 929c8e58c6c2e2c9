/* The waiter may read the handle of `first`, which ends only when `second` has replaced it there. */
#include <assert.h>
#include <pthread.h>

pthread_t handle;
int go, done;

void *first(void *unused)
{
    while (!go)
        ;
    return unused;
}

void *second(void *unused)
{
    done = 1;
    return unused;
}

void *waiter(void *unused)
{
    pthread_join(handle, 0);
    assert(!go || done);
    return unused;
}

int main(void)
{
    pthread_t other;
    pthread_create(&handle, 0, first, 0);
    pthread_create(&other, 0, waiter, 0);
    pthread_create(&handle, 0, second, 0);
    go = 1;
    return 0;
}
