/* Locks are held while threads are joined; the handle is one of several. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int n;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    n++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t threads[8];
    int i = 0;
    while (i < 8 && __VERIFIER_nondet_int())
        pthread_create(&threads[i++], 0, worker, 0);
    pthread_mutex_lock(&lock);
    if (i > 0) pthread_join(threads[i - 1], 0);
    pthread_mutex_unlock(&lock);
    return 0;
}
