/* Dividing by 0 is assumed away, and said. */
#include <assert.h>
#include <pthread.h>

unsigned long created;
int level;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    if (level < 5) level = level + 1, created = 10 / created;
    assert(level <= 5);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
