/* What the loop declares is arbitrary in each round. */
#include <assert.h>
#include <pthread.h>

int started;

void *worker(void *unused)
{
    started++;
    return unused;
}

int main(void)
{
    pthread_t handle;
    for (int i = 0; i < 3; i++) {
        int limit;
        if (i == 0) limit = 3;
        pthread_create(&handle, 0, worker, 0);
        pthread_join(handle, 0);
        assert(started <= limit);
    }
    return 0;
}
