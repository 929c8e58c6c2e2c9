/* The handle is read before the call that fills it anew: the join waits for `first`. */
#include <assert.h>
#include <pthread.h>

pthread_t handle;
int done;

void *first(void *unused) { return unused; }

void *second(void *unused)
{
    done = 1;
    return unused;
}

void **restart(void)
{
    pthread_create(&handle, 0, second, 0);
    return 0;
}

int main(void)
{
    pthread_create(&handle, 0, first, 0);
    pthread_join(handle, restart());
    assert(done);
    return 0;
}
