/* Ten threads count once each, under a lock; main joins them through an array of handles. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned x;

static void *add(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t[10];
    for (unsigned i = 0; i < 10; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (unsigned i = 0; i < 10; i++)
        pthread_join(t[i], NULL);
    assert(x == 10);
}
