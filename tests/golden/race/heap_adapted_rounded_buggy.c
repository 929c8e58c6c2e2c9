/* Memory in whole blocks of 64 bytes, from a function that rounds: what it is asked for is known all the same. */
#include <pthread.h>
#include <stdlib.h>
struct counter {
    pthread_mutex_t lock;
    int hits;
};
static void *take(size_t size)
{
    if (size % 64 != 0) size = size + 64 - size % 64;
    if (size < 64) size = 64;
    void *p = malloc(size);
    if (p == NULL) abort();
    return p;
}
static struct counter *counter;
static void *count(void *argument)
{
    pthread_mutex_lock(&counter->lock);
    counter->hits++;
    pthread_mutex_unlock(&counter->lock);
    return argument;
}
int main(void)
{
    pthread_t t;
    counter = take(sizeof *counter);
    pthread_mutex_init(&counter->lock, NULL);
    counter->hits = 0;
    pthread_create(&t, NULL, count, NULL);
    counter->hits++;
    pthread_join(t, NULL);
    return 0;
}
