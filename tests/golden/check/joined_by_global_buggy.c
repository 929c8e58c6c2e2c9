/* A thread changes how many there are to be joined. */
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_t threads[1000];
int size, count;

void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    count++;
    if (count == 3) size = 2;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    size = __VERIFIER_nondet_int();
    if (size < 0 || size > 1000) return 1;
    for (int i = 0; i < size; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < size; i++)
        pthread_join(threads[i], 0);
    assert(count != 2 || size != 2);
    return 0;
}
