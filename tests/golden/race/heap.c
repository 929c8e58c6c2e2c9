/* Two objects of one allocation. */
#include <pthread.h>
#include <stdlib.h>

static int *make(void)
{
    int *x = malloc(sizeof *x);
    if (!x) exit(1);
    *x = 0;
    return x;
}

void *worker(void *p)
{
    *(int *)p = 1;
    return 0;
}

int main(void)
{
    int *x = make(), *y = make();
    pthread_t thread;
    pthread_create(&thread, 0, worker, x);
    *y = 2;
    pthread_join(thread, 0);
    return *x;
}
