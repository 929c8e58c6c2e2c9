/* Two numbers that change together, with a lock, in every number of threads. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int a, b;
void *worker(void *unused)
{
    pthread_mutex_lock(&m);
    assert(a == b);
    a++;
    b++;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(int argc, char **argv)
{
    int n = argc;
    pthread_t *t = malloc(sizeof *t * n);
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], 0, worker, 0);
    return 0;
}
