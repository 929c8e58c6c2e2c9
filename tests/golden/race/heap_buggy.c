/* An object on the heap that two threads reach. */
#include <pthread.h>
#include <stdlib.h>

void *worker(void *p)
{
    *(int *)p = 1;
    return 0;
}

int main(void)
{
    int *x = malloc(sizeof *x);
    if (!x) return 0;
    pthread_t thread;
    pthread_create(&thread, 0, worker, x);
    *x = 2;
    pthread_join(thread, 0);
    return 0;
}
