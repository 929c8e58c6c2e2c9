/* The library starts the threads: that some other has ended says nothing of them. */
#include <pthread.h>
#include <stdlib.h>

extern void library_fill(pthread_t *handle);
int data;

void *worker(void *arg)
{
    data = 1;
    return arg;
}

int main(void)
{
    pthread_t *tids = malloc(2 * sizeof *tids), other;
    library_fill(&other);
    int i = tids != NULL;
    pthread_create(&tids[i], NULL, worker, NULL);
    pthread_join(other, NULL);
    return data;
}
