// A loop that starts 10000 threads is no reason to unroll it: the lock is the reason, for any number of rounds.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int balance;

void *transfer(void *arg)
{
    pthread_mutex_lock(&mutex);
    balance++;
    balance--;
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t id;
    for (int i = 0; i < 10000; i++)
        pthread_create(&id, 0, transfer, 0);
    pthread_mutex_lock(&mutex);
    assert(balance == 0);
    pthread_mutex_unlock(&mutex);
    return 0;
}
