#include <pthread.h>
#include <stdlib.h>
void *work(void *arg)
{
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
    return 0;
}
int main(void)
{
    pthread_t t;
    while (1) pthread_create(&t, 0, work, 0);
}
