/* Handles on the heap: the value of a handle says which thread is joined. */
#include <pthread.h>
#include <stdlib.h>

int choose(void);
int data;

void *worker(void *p)
{
    data = 1;
    return p;
}

int main(void)
{
    int i = choose() != 0;
    pthread_t *threads = malloc(2 * sizeof *threads);
    pthread_create(&threads[i], 0, worker, 0);
    pthread_join(threads[i], 0);
    pthread_create(&threads[1 - i], 0, worker, 0);
    pthread_join(threads[1 - i], 0);
    return data;
}
