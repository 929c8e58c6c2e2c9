/* A consumer waits until there is something to take. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex;
pthread_cond_t filled;
int items;

void *consumer(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (items == 0)
        pthread_cond_wait(&filled, &mutex);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, consumer, 0);
    pthread_create(&b, 0, consumer, 0);
    pthread_mutex_lock(&mutex);
    items = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
}
