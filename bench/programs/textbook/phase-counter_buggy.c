/*
 * Threads of two kinds: those of the first phase count themselves when they are done; the second phase begins when two
 * have.
 *
 * Property: the second phase finds at least two results.
 * Buggy: it is counted first.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
unsigned results, counted;

void *first(void *unused)
{
    pthread_mutex_lock(&lock);
    if (counted < 1000) counted++;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    if (results < 1000) results++;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *second(void *unused)
{
    pthread_mutex_lock(&lock);
    if (counted >= 2) assert(results >= 2);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, first, 0);
        pthread_create(&thread, 0, second, 0);
    }
}
