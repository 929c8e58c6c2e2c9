#include <pthread.h>
#include <stdlib.h>
int *p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *use(void *arg)
{
    pthread_mutex_lock(&m);
    *p = 2;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    pthread_create(&t, 0, use, 0);
    pthread_join(t, 0);
    free(p);
    return 0;
}
