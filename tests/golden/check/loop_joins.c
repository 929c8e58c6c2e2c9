/* A loop starts three threads, another one waits for all of them. */
#include <assert.h>
#include <pthread.h>

#define N 3

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int sum;

void *add(void *arg)
{
    pthread_mutex_lock(&lock);
    sum += (int)(long)arg;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, add, (void *)(long)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(sum == 3);
    return 0;
}
