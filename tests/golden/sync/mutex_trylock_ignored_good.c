/* A lock that was only tried to be taken is given back. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value;

void *work(void *arg)
{
    if (pthread_mutex_trylock(&lock) != 0) return arg;
    value++;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_lock(&lock);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    pthread_mutex_unlock(&lock);
    return 0;
}
