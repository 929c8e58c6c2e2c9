/* A lock is held while a thread is joined that needs it; the handle went through an argument. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

void *joiner(void *handle)
{
    pthread_mutex_lock(&lock);
    pthread_join((pthread_t)handle, 0);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, joiner, (void *)a);
    return 0;
}
