#include <assert.h>
#include <pthread.h>

/* Locks that functions take for others, in one order or in two. */
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    x++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

void *worker(void *arg)
{
    both(&a, &b);
    both(&a, &b);
    return 0;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, 0, worker, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
}
