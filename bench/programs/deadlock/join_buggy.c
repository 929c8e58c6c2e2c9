/* A lock is held while the thread is joined that needs it. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int result;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    result = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    pthread_mutex_lock(&lock);
    result = 2;
    pthread_join(thread, 0);
    pthread_mutex_unlock(&lock);
    return result;
}
