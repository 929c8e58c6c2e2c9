/* A lock is given back that nobody has. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value;

int main(void)
{
    pthread_mutex_lock(&lock);
    value++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&lock);
    return value;
}
