#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused)
{
    time_t now = 0;
    pthread_mutex_lock(&lock);
    struct tm *date = localtime(&now);
    int second = date ? date->tm_sec : 0;
    pthread_mutex_unlock(&lock);
    return second ? unused : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
}
