/* The second property is violated: its counterexample is shown, and the result. */
#include <assert.h>
#include <pthread.h>

unsigned long created;
int level = 2147483646;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    if (level >= 0) level = level + 1;
    assert(created == 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, worker, 0);
}
