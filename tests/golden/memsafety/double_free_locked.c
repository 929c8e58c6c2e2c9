#include <pthread.h>
#include <stdlib.h>
int *p;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *drop(void *arg)
{
    pthread_mutex_lock(&m);
    int *mine = p;
    p = 0;
    pthread_mutex_unlock(&m);
    if (mine) free(mine);
    return 0;
}
int main(void)
{
    pthread_t t;
    p = malloc(sizeof *p);
    pthread_create(&t, 0, drop, 0);
    drop(0);
    return 0;
}
