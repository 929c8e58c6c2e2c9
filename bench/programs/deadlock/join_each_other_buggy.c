/* Two threads, each of which joins the other. */
#include <pthread.h>

pthread_t first, second;
int is_started;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *one(void *unused)
{
    pthread_mutex_lock(&lock);
    int go = is_started;
    pthread_mutex_unlock(&lock);
    if (go) pthread_join(second, 0);
    return 0;
}

void *two(void *unused)
{
    pthread_join(first, 0);
    return 0;
}

int main(void)
{
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_mutex_lock(&lock);
    is_started = 1;
    pthread_mutex_unlock(&lock);
    return 0;
}
