/* The handler runs in the thread that holds the lock. */
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void last(void)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
}
int main(void)
{
    atexit(last);
    pthread_mutex_lock(&m);
    return 0;
}
