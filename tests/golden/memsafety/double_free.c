// Both threads see the memory and free it.
#include <pthread.h>
#include <stdlib.h>
int *p;
void *drop(void *arg)
{
    int *mine = p;
    p = 0;
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
