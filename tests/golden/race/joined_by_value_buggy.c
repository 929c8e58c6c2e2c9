/* Handles on the heap: every second thread is joined. */
#include <pthread.h>
#include <stdlib.h>

int choose(void);
int data;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *p)
{
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return p;
}

int main(void)
{
    int n = choose();
    if (n < 0) return 0;
    pthread_t *threads = malloc(n * sizeof *threads);
    for (int i = 0; i < n; i++) pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < n; i += 2) pthread_join(threads[i], 0);
    return data;
}
