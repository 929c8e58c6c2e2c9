/* Nobody knows whether the function takes the lock. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void enter(pthread_mutex_t *m);

int main(void)
{
    enter(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
