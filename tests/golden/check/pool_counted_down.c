/* Loops that count down start and join the threads. */
#include <assert.h>
#include <pthread.h>

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

int main(void)
{
    int size = __VERIFIER_nondet_int();
    if (size < 0 || size > 100) return 1;
    pthread_t threads[100];
    int left = size;
    while (left--)
        pthread_create(&threads[left], 0, work, 0);
    for (left = size; left > 0; left--)
        pthread_join(threads[left - 1], 0);
    assert(count == size);
    return 0;
}
