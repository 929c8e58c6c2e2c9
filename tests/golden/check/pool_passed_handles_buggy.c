/* As pool_passed_handles.c, but the last one is not waited for. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void start(pthread_t *thread)
{
    if (pthread_create(thread, 0, work, 0)) abort();
}

static void wait_for(pthread_t thread)
{
    if (pthread_join(thread, 0)) abort();
}

int main(void)
{
    pthread_t threads[8];
    for (int i = 0; i < 8; i++)
        start(&threads[i]);
    for (int i = 0; i < 7; i++)
        wait_for(threads[i]);
    assert(count == 8);
    return 0;
}
