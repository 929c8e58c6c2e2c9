/* As many of eight threads are joined as could be started: where a handle is depends on a variable. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[64];
    int made = 0;
    for (int i = 0; i < 8; i++) {
        if (pthread_create(&threads[made], 0, work, 0)) break;
        made++;
    }
    for (int i = 0; i < made; i++)
        pthread_join(threads[i], 0);
    assert(count == made);
    return 0;
}
