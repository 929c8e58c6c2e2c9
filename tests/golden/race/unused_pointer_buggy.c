/* What a pointer leads to is read, though the value goes nowhere. */
#include <pthread.h>
#include <stdlib.h>

int *shared;

void *worker(void *p)
{
    int i = *(int *)p;
    return 0;
}

int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    if (!shared) return 1;
    *shared = 0;
    pthread_create(&thread, 0, worker, shared);
    *shared = 1;
    pthread_join(thread, 0);
    return 0;
}
