/* Another thread reads what printf writes: only the main thread counts, under the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int n;

void *reader(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&lock);
    assert(n == 0);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    pthread_mutex_lock(&lock);
    dprintf(1, "ab%n", &n);
    n = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}
