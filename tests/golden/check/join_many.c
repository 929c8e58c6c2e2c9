/* As many threads as an input says add three in one lock, and two in another; main joins them through an array of handles. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int count;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    count += 3;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    count += 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100)
        return 0;
    pthread_t threads[100];
    for (int i = 0; i < n; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < n; i++)
        pthread_join(threads[i], 0);
    assert(count == 5 * n);
}
