// As null.c, but the pointer is looked at under a lock.
#include <pthread.h>
int *p;
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *reset(void *arg)
{
    pthread_mutex_lock(&m);
    p = 0;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    p = &x;
    pthread_create(&t, 0, reset, 0);
    pthread_mutex_lock(&m);
    if (p) *p = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
