/* The way of an error gives the lock back a second time. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value;

int step(int n)
{
    pthread_mutex_lock(&lock);
    if (n < 0) {
        pthread_mutex_unlock(&lock);
        return -1;
    }
    value += n;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) { return step(-1) == 0; }
