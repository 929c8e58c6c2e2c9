/* To free memory is to write it. */
#include <pthread.h>
#include <stdlib.h>

void *worker(void *p)
{
    int v = *(int *)p;
    (void)v;
    return 0;
}

int main(void)
{
    int *x = malloc(sizeof *x);
    if (!x) return 0;
    *x = 1;
    pthread_t thread;
    pthread_create(&thread, 0, worker, x);
    free(x);
    pthread_join(thread, 0);
    return 0;
}
