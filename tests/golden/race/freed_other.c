/* What free does with memory that malloc has not given is undefined. */
#include <pthread.h>
#include <stdlib.h>

int a[2];

void *worker(void *p)
{
    free(a);
    return p;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    a[1] = 1;
    pthread_join(thread, 0);
    return 0;
}
