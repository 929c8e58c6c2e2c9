/* As pool_returned_handles.c, but the first thread is started without anybody waiting for it. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static pthread_t start(void)
{
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0)) abort();
    return thread;
}

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 0 || size > 100) return 1;
    pthread_t *threads = malloc(100 * sizeof *threads);
    if (!threads) return 1;
    for (int i = 0; i < size; i++)
        if (i == 0)
            start();
        else
            threads[i] = start();
    for (int i = 1; i < size; i++)
        pthread_join(threads[i], 0);
    assert(count == size);
    free(threads);
    return 0;
}
