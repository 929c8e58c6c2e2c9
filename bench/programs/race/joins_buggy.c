/* Main adds the results of several workers after it has joined all but one of them. */
#include <pthread.h>

#define WORKERS 3
int results[WORKERS], last;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg)
{
    int me = *(int *)arg;
    pthread_mutex_lock(&lock);
    last = me;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t[WORKERS];
    int numbers[WORKERS];
    for (int i = 0; i < WORKERS; i++) {
        numbers[i] = i;
        pthread_create(&t[i], 0, work, &numbers[i]);
    }
    for (int i = 1; i < WORKERS; i++)
        pthread_join(t[i], 0);
    return last;
}
